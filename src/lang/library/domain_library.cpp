// domain.osc with what the tables of facts and builtins declare: instead of the line `pass  # builtins` the members of the
// type around it, instead of `# views of facts` a type for each fact with a point in its name (local_speed.lon).
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lang/library.h"
#include "lang/vm/builtins.h"

namespace scrutineer::lang {

std::string_view domain_text();  // src/lang/library/domain.osc, as it is

namespace {

// "    # meaning", in lines of at most 120 characters.
std::string comment(std::string_view meaning) {
  constexpr std::size_t kWidest = 120;
  std::string text, line = "    #";
  while (!meaning.empty()) {
    const std::size_t end = std::min(meaning.find(' '), meaning.size());
    if (line.size() + 1 + end > kWidest) {
      text += line + '\n';
      line = "    #";
    }
    line += ' ' + std::string(meaning.substr(0, end));
    meaning.remove_prefix(std::min(end + 1, meaning.size()));
  }
  return text + line + '\n';
}

class DeclaredMembers {
 public:
  DeclaredMembers() {
    for (const scene::Fact& fact : scene::facts())
      if (is_field(fact)) add(fact);
    for (const Builtin& builtin : builtins()) add(builtin);
  }

  // Those of the type, a line each.
  std::string of(const std::string& owner) const {
    const auto found = members_.find(owner);
    return found == members_.end() ? std::string() : found->second;
  }
  const std::string& views() const { return views_; }

 private:
  void add(const scene::Fact& fact) {
    const std::string type(type_name(fact));
    const std::size_t point = fact.name.find('.');
    if (point == std::string_view::npos) {
      members_["object_state"] += comment(fact.meaning) + "    var " + std::string(fact.name) + ": " + type + '\n';
      return;
    }
    // A view of its own, and where it is seen from.
    const std::string view(fact.name.substr(0, point));
    if (std::string& members = members_["object_state"]; members.find(" var " + view + ": ") == std::string::npos) {
      members += "    var " + view + ": " + view + '\n';
      views_ += (views_.empty() ? "struct " : "\nstruct ") + view + " inherits view:\n";
    }
    views_ += comment(fact.meaning) + "    var " + std::string(fact.name.substr(point + 1)) + ": " + type + '\n';
  }

  void add(const Builtin& builtin) {
    const Signature signature = signature_of(builtin.declaration);
    if (!signature.is_field && !signature.is_method) return;
    std::string& members = members_[std::string(builtin.owner)];
    members += comment(builtin.meaning) + "    " + std::string(builtin.declaration);
    if (signature.is_method) members += " is external builtin(";
    if (!builtin.name.empty()) members += '"' + std::string(builtin.owner) + '.' + std::string(builtin.name) + '"';
    members += signature.is_method ? ")\n" : "\n";
  }

  std::map<std::string, std::string> members_;  // by owner
  std::string views_;
};

// "struct issue inherits singleton:" -> "issue"
std::string type_in(std::string_view header) {
  header.remove_prefix(header.find(' ') + 1);
  return std::string(header.substr(0, header.find_first_of(" :")));
}

std::string with_members(std::string_view text) {
  const DeclaredMembers members;
  std::string whole, owner;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end);
    if (line == "# views of facts\n")
      whole += members.views();
    else if (line == "    pass  # builtins\n")
      whole += members.of(owner);
    else
      whole += line;
    if (!line.starts_with(' ') && !line.starts_with('#')) owner = type_in(line);
  }
  return whole;
}

}  // namespace

std::string_view domain_library() {
  static const std::string kText = with_members(domain_text());
  return kText;
}

namespace {

// "struct traffic inherits singleton:" -> "traffic"
std::vector<std::string_view> singletons() {
  constexpr std::string_view kMark = " inherits singleton:";
  std::vector<std::string_view> names;
  const std::string_view text = domain_text();
  for (std::size_t at = text.find(kMark); at != std::string_view::npos; at = text.find(kMark, at + 1)) {
    const std::size_t begin = text.rfind(' ', at - 1) + 1;
    names.push_back(text.substr(begin, at - begin));
  }
  return names;
}

}  // namespace

bool exists_once(std::string_view type) {
  static const std::vector<std::string_view> kNames = singletons();
  return std::ranges::find(kNames, type) != kNames.end();
}

}  // namespace scrutineer::lang
