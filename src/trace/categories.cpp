#include "trace/categories.h"

namespace scrutineer::trace {

Size default_size(Category category) {
  switch (category) {
    case Category::car:
    case Category::other_vehicle:
      return {5.0, 1.8, 1.5};
    case Category::truck:
      return {7.1, 2.4, 2.4};
    case Category::bus:
      return {12.0, 2.5, 3.4};
    case Category::van:
      return {6.5, 2.2, 2.9};
    case Category::trailer:
      return {8.0, 2.4, 2.4};
    case Category::semitrailer:
      return {13.6, 2.5, 4.0};
    case Category::motorcycle:
      return {2.2, 0.9, 1.5};
    case Category::bicycle:
      return {1.6, 0.65, 1.7};
    case Category::train:
      return {67.5, 2.84, 3.75};
    case Category::tram:
      return {22.0, 2.4, 3.2};
    case Category::wheelchair:
      return {1.2, 0.7, 1.3};
    case Category::scooter:
      return {1.2, 0.5, 1.7};
    case Category::work_machine:
      return {6.0, 2.5, 3.0};
    case Category::person:
      return {0.5, 0.5, 1.75};
    case Category::animal:
      return {1.0, 0.4, 0.8};
    case Category::object:
    case Category::bridge:
    case Category::overhead_structure:
    case Category::speed_bump:
    case Category::vegetation:
    case Category::curbstone:
      return {1.0, 1.0, 1.0};
  }
  return {1.0, 1.0, 1.0};
}

bool is_vulnerable(Category category) {
  return category == Category::person || category == Category::animal || category == Category::bicycle ||
         category == Category::wheelchair;
}

ActorType type_of(Category category) {
  switch (category) {
    case Category::person:
      return ActorType::person;
    case Category::animal:
      return ActorType::animal;
    case Category::object:
    case Category::bridge:
    case Category::overhead_structure:
    case Category::speed_bump:
    case Category::vegetation:
    case Category::curbstone:
      return ActorType::plain_object;
    default:
      return ActorType::vehicle;
  }
}

}  // namespace scrutineer::trace
