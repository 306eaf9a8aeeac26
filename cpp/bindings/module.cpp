#include "bindings.hpp"

NB_MODULE(_core, module) {
  module.doc() = "The native core of optimeld. Use the optimeld package, not this.";
  optimeld::bindings::register_rules(module);
  optimeld::bindings::register_melds(module);
  optimeld::bindings::register_legality(module);
}
