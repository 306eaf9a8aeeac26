#include "bindings.hpp"

NB_MODULE(_core, module) {
  // Values cached for the life of the process are no leaks, and the report would spoil standard error.
  nanobind::set_leak_warnings(false);
  module.doc() = "The native core of optimeld. Use the optimeld package, not this.";
  optimeld::bindings::register_rules(module);
  optimeld::bindings::register_melds(module);
  optimeld::bindings::register_legality(module);
  optimeld::bindings::register_solver(module);
  optimeld::bindings::register_game(module);
  optimeld::bindings::register_strategy(module);
  optimeld::bindings::register_advise(module);
  optimeld::bindings::register_steps(module);
  optimeld::bindings::register_counting(module);
  optimeld::bindings::register_env(module);
}
