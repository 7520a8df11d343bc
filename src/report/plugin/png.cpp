#include <librsvg/rsvg.h>

#include <cmath>
#include <memory>
#include <string>

#include "report/detail/png_plugin.h"

namespace {

cairo_status_t append(void* to, const unsigned char* bytes, unsigned int count) {
  static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(bytes), count);
  return CAIRO_STATUS_SUCCESS;
}

std::string taken(GError* error) {
  std::string message = error == nullptr ? "unknown" : error->message;
  g_clear_error(&error);
  return message;
}

// What went wrong; empty: nothing did.
std::string draw(const std::string& svg, double scale, std::string& png) {
  GError* error = nullptr;
  const auto* bytes = reinterpret_cast<const guint8*>(svg.data());
  const std::unique_ptr<RsvgHandle, void (*)(gpointer)> drawing(rsvg_handle_new_from_data(bytes, svg.size(), &error),
                                                                g_object_unref);
  if (!drawing) return "the picture cannot be drawn: " + taken(error);
  gdouble width = 0.0, height = 0.0;
  rsvg_handle_get_intrinsic_size_in_pixels(drawing.get(), &width, &height);
  const std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)> surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(std::ceil(width * scale)),
                                 static_cast<int>(std::ceil(height * scale))),
      cairo_surface_destroy);
  const std::unique_ptr<cairo_t, void (*)(cairo_t*)> canvas(cairo_create(surface.get()), cairo_destroy);
  const RsvgRectangle all{0.0, 0.0, width * scale, height * scale};
  if (rsvg_handle_render_document(drawing.get(), canvas.get(), &all, &error) == FALSE)
    return "the picture cannot be drawn: " + taken(error);
  if (cairo_surface_write_to_png_stream(surface.get(), append, &png) != CAIRO_STATUS_SUCCESS)
    return "the picture cannot be written as PNG";
  return {};
}

}  // namespace

bool scrutineer_png(const std::string& svg, double scale, std::string& png, scrutineer::Problem& problem) {
  problem.message = draw(svg, scale, png);
  return problem.message.empty();
}
