// One visitor for std::visit out of several lambdas:
//   std::visit(Overloaded{[](int number) { ... }, [](const std::string& text) { ... }}, value);
#pragma once

namespace scrutineer {

template <typename... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};

}  // namespace scrutineer
