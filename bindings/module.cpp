#include "registrars.hpp"

NB_MODULE(_core, module) {
  module.doc() = "The native core: rules, search and everything else that must be fast.";
  register_errors(module);
  register_board(module);
  register_search(module);
}
