#include "registrars.hpp"

NB_MODULE(_core, module) {
  module.doc() = "The native core: rules, search and everything else that must be fast.";
  // A board in a global variable when the interpreter ends is the user's right, not a leak.
  nanobind::set_leak_warnings(false);
  register_errors(module);
  register_board(module);
  register_connect(module);
  register_evaluate(module);
  register_search(module);
  register_selfplay(module);
}
