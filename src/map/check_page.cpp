#include "map/check_page.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "map/check_report.h"
#include "map/draw.h"

namespace scrutineer::map {
namespace {

constexpr std::string_view kPage = R"html(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Map check</title>
<style>
:root{color-scheme:light}
body{margin:0;display:grid;grid-template-columns:minmax(320px,34%) 1fr;height:100vh;
font:14px 'DejaVu Sans',Verdana,sans-serif;color:#2c3440;background:#fff}
#side{display:flex;flex-direction:column;border-right:1px solid #c9cdd4;min-height:0}
#tools{padding:12px;border-bottom:1px solid #c9cdd4}
#tools h1{font-size:16px;margin:0 0 4px;overflow-wrap:anywhere}
#tools input[type=search]{width:100%;box-sizing:border-box;margin:6px 0;padding:4px}
#tools label{margin-right:10px}
#list{overflow:auto;flex:1;margin:0;padding:0;list-style:none}
#list li{padding:6px 12px;border-bottom:1px solid #eceef1;cursor:pointer;overflow-wrap:anywhere}
#list li:hover,#list li:focus{background:#f2f5fa}
#list li.chosen{background:#dfe9f7}
#list small{display:block;color:#66707f}
.error b{color:#a80d45}.warning b{color:#8a5a00}.information b{color:#3f6fae}
#view{overflow:auto;min-width:0}
#view>svg{max-width:100%;height:auto}
@media(max-width:800px){body{grid-template-columns:1fr;grid-template-rows:50vh 1fr}}
</style>
</head>
<body>
<div id="side">
<div id="tools">
<h1></h1><div id="summary"></div>
<input type="search" placeholder="Filter by rule, road or text" aria-label="Filter">
<label><input type="checkbox" value="error" checked> errors</label>
<label><input type="checkbox" value="warning" checked> warnings</label>
<label><input type="checkbox" value="information"> notes</label>
<div id="shown"></div>
</div>
<ul id="list"></ul>
</div>
<div id="view">
@drawing@
</div>
<script type="application/json" id="data">@data@</script>
<script>
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const most = 1000, list = document.getElementById('list'), search = document.querySelector('input[type=search]');
  const boxes = [...document.querySelectorAll('input[type=checkbox]')];
  document.querySelector('h1').textContent = data.file;
  document.getElementById('summary').textContent = data.summary;
  const map = document.querySelector('#view .map'), world = map && map.querySelector('.world');
  const home = map && map.viewBox.baseVal.width, shape = map && map.viewBox.baseVal.height / home;
  const go = f => {
    if (!map || f.x === null) return;
    const width = Math.min(home, 60), x = f.x - map.dataset.x, y = map.dataset.y - f.y;
    map.setAttribute('viewBox', [x - width / 2, y - width * shape / 2, width, width * shape].join(' '));
    world.style.setProperty('--zoom', width / home);
    map.scrollIntoView({block: 'nearest'});
  };
  const show = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const levels = new Set(boxes.filter(b => b.checked).map(b => b.value));
    const found = data.findings.filter(f => levels.has(f.level) && words.every(w => f.search.includes(w)));
    list.replaceChildren(...found.slice(0, most).map(f => {
      const item = document.createElement('li'), head = document.createElement('b'), place = document.createElement('small');
      item.className = f.level;
      item.tabIndex = 0;
      head.textContent = f.number + '. ' + f.rule + ' ';
      place.textContent = f.place + (f.line ? ', line ' + f.line : '') + (f.count > 1 ? ', ' + f.count + ' times' : '');
      item.append(head, f.text, place);
      item.onclick = () => {
        for (const other of list.querySelectorAll('.chosen')) other.classList.remove('chosen');
        item.classList.add('chosen');
        go(f);
      };
      item.onkeydown = e => { if (e.key === 'Enter') item.onclick(); };
      return item;
    }));
    document.getElementById('shown').textContent = found.length > most ? `${most} of ${found.length} shown` : `${found.length} shown`;
  };
  for (const f of data.findings) f.search = [f.rule, f.place, f.text, f.level].join(' ').toLowerCase();
  search.oninput = show;
  for (const box of boxes) box.onchange = show;
  show();
})();
</script>
</body>
</html>
)html";

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
  return text;
}

std::string data_of(const CheckReport& report) {
  using PageJson = nlohmann::ordered_json;
  PageJson findings = PageJson::array();
  std::size_t number = 0;
  for (const Finding& finding : report.findings()) {
    findings.push_back(PageJson{{"number", ++number},
                                {"rule", finding.rule},
                                {"level", to_string(finding.level)},
                                {"place", place_text(finding)},
                                {"text", what_text(finding)},
                                {"line", finding.line},
                                {"count", finding.count},
                                {"x", finding.has_place() ? PageJson(finding.x) : PageJson(nullptr)},
                                {"y", finding.has_place() ? PageJson(finding.y) : PageJson(nullptr)}});
  }
  const PageJson data{{"file", report.file}, {"summary", counts_text(report)}, {"findings", std::move(findings)}};
  // Names come from the map: nothing in them may end the script.
  return replaced(data.dump(-1, ' ', false, PageJson::error_handler_t::replace), "<", "\\u003c");
}

}  // namespace

std::string to_page(const CheckReport& report, const RoadNetwork* map) {
  std::string drawing = "<p>No road network can be built of this map, so there is no drawing.</p>";
  if (map != nullptr) {
    DrawOptions options;
    std::size_t number = 0;
    for (const Finding& finding : report.findings()) {
      ++number;
      if (finding.level == Level::information || !finding.has_place()) continue;
      options.marks.push_back(
          {finding.x, finding.y,
           fmt::format("{}. {}, {}: {}", number, finding.rule, place_text(finding), what_text(finding)), number});
    }
    drawing = draw_svg(*map, options);
    // The drawing of a file has an XML declaration, which a page has no place for.
    if (const std::size_t begin = drawing.find("<svg"); begin != std::string::npos) drawing.erase(0, begin);
  }
  const std::size_t at = kPage.find("@drawing@"), data_at = kPage.find("@data@");
  std::string page(kPage.substr(0, at));
  page += drawing;
  page += kPage.substr(at + 9, data_at - at - 9);
  page += data_of(report);
  page += kPage.substr(data_at + 6);
  return page;
}

}  // namespace scrutineer::map
