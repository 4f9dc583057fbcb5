// One registrar for each folder of the core; module.cpp calls them in this order.
#pragma once

#include <nanobind/nanobind.h>

void register_errors(nanobind::module_& module);
void register_board(nanobind::module_& module);
void register_connect(nanobind::module_& module);
void register_inferior(nanobind::module_& module);
void register_evaluate(nanobind::module_& module);
void register_net(nanobind::module_& module);
void register_search(nanobind::module_& module);
void register_selfplay(nanobind::module_& module);

// The parts of search, which register_search calls.
void register_mcts(nanobind::module_& module);
void register_montecarlo(nanobind::module_& module);
void register_uct(nanobind::module_& module);
void register_negamax(nanobind::module_& module);
void register_solver(nanobind::module_& module);
