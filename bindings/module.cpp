#include "registrars.hpp"

NB_MODULE(_core, module) {
  module.doc() = "The native core: rules, search and everything else that must be fast.";
  // Off for users: a program may end with boards in global variables. tests/unit/test_bindings.py
  // turns them on in a process of its own: pytest itself keeps parameters and failures to the end.
  nanobind::set_leak_warnings(false);
  module.def("_set_leak_warnings", nanobind::set_leak_warnings, nanobind::arg("on"),
             "Whether objects of this module that outlive the interpreter are reported on stderr.");
  register_errors(module);
  register_board(module);
  register_connect(module);
  register_inferior(module);
  register_evaluate(module);
  register_net(module);
  register_search(module);
  register_selfplay(module);
}
