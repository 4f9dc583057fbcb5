#include <nanobind/nanobind.h>

#include "board/types.hpp"
#include "registrars.hpp"

namespace nb = nanobind;
using hexcore::ErrorKind;

namespace {

const char* python_class(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::occupied:
      return "OccupiedError";
    case ErrorKind::off_board:
      return "OffBoardError";
    case ErrorKind::swap:
      return "SwapError";
    case ErrorKind::game_over:
      return "GameOverError";
    case ErrorKind::no_move:
      return "NoMoveError";
    case ErrorKind::player:
      return "PlayerError";
    case ErrorKind::size:
      return "SizeError";
    case ErrorKind::model:
      return "ModelError";
  }
  return "HexmateError";
}

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const hexcore::Error& error) {
    const nb::object type = nb::module_::import_("hexmate.errors").attr(python_class(error.kind()));
    PyErr_SetString(type.ptr(), error.what());
  }
}

}  // namespace

void register_errors(nb::module_&) { nb::register_exception_translator(translate); }
