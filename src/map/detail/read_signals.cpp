// <signals>: signals and references to signals of other roads.
#include "map/detail/document_reader.h"

namespace scrutineer::map::detail {

void DocumentReader::read_signal(Element& signal) {
  signal_ = &road_->signals.emplace_back();
  SignalRecord& out = *signal_;
  out.s = number(signal, "s");
  out.t = number(signal, "t");
  out.id = text(signal, "id");
  out.name = text_or_empty(signal, "name");
  out.dynamic = flag(signal, "dynamic");
  out.invalidated = flag(signal, "invalidated");
  out.orientation = orientation(signal);
  out.z_offset = number_or_zero(signal, "zOffset");
  out.country = text_or_empty(signal, "country");
  out.country_revision = text_or_empty(signal, "countryRevision");
  out.type = text_or_empty(signal, "type");
  out.subtype = text_or_empty(signal, "subtype");
  out.value = optional_number(signal, "value");
  out.unit = text_or_empty(signal, "unit");
  out.height = number_or_zero(signal, "height");
  out.width = number_or_zero(signal, "width");
  out.text = text_or_empty(signal, "text");
  out.h_offset = number_or_zero(signal, "hOffset");
  check_on_road(signal, out.s);
  read_children(signal);
  signal_ = nullptr;
}

void DocumentReader::read_signal_validity(Element& element) {
  signal_->validities.push_back(validity(element));
  read_children(element);
}

void DocumentReader::read_signal_dependency(Element& dependency) {
  SignalDependency out;
  out.signal_id = text(dependency, "id");
  out.type = text_or_empty(dependency, "type");
  signal_->dependencies.push_back(std::move(out));
  read_children(dependency);
}

void DocumentReader::read_signal_link(Element& reference) {
  const std::string_view type = text_or_empty(reference, "elementType");
  const std::string_view id = text(reference, "elementId");
  if (type == "signal") signal_->referenced_signals.emplace_back(id);
  read_children(reference);
}

void DocumentReader::read_signal_reference(Element& reference) {
  signal_reference_ = &road_->signal_references.emplace_back();
  SignalReferenceRecord& out = *signal_reference_;
  out.s = number(reference, "s");
  out.t = number(reference, "t");
  out.signal_id = text(reference, "id");
  out.orientation = orientation(reference);
  check_on_road(reference, out.s);
  read_children(reference);
  signal_reference_ = nullptr;
}

void DocumentReader::read_reference_validity(Element& element) {
  signal_reference_->validities.push_back(validity(element));
  read_children(element);
}

}  // namespace scrutineer::map::detail
