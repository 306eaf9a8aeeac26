// One register_* for each part of the core; module.cpp calls them all.
#pragma once

#include <nanobind/nanobind.h>

namespace optimeld::bindings {

void register_rules(nanobind::module_& module);
void register_melds(nanobind::module_& module);
void register_legality(nanobind::module_& module);
void register_solver(nanobind::module_& module);
void register_game(nanobind::module_& module);
void register_strategy(nanobind::module_& module);
void register_advise(nanobind::module_& module);
void register_steps(nanobind::module_& module);
void register_counting(nanobind::module_& module);
void register_env(nanobind::module_& module);

}  // namespace optimeld::bindings
