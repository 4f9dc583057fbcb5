// Whose move it is, as networks that predict people's moves know it.
#pragma once

#include <vector>

#include "net/canvas.hpp"
#include "net/dense.hpp"

namespace hexcore::net {

// Rating of the side to move and of its opponent (0 if unknown), 1 if both are strong players
// without ratings, and 1 if a swap is possible.
constexpr int kContext = 4;

class Person {
 public:
  Person(const Weights& weights, const Kernels& kernels)
      : ratings_(weights.ratings), layer_(weights.person, kernels) {}

  // Features [kPeopleForm.person] from a context and the size and the stones of a board.
  void describe(const Kernels& kernels, const float* context, const Canvas& board, int stones,
                float* features) const;

 private:
  std::vector<float> ratings_;
  Dense layer_;
};

}  // namespace hexcore::net
