// Wherever memory is lacking while folders are read, that is thrown: nothing ends the program.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <new>

#include "kit/scratch_folder.h"
#include "run/real_folders.h"

// The sanitizers have operators of their own.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
namespace {
int until_lacking = 0;  // allocations up to the one that fails; 0: none does
void* given(std::size_t size, std::size_t alignment) {
  if (until_lacking > 0 && --until_lacking == 0) throw std::bad_alloc();
  const std::size_t rounded = (std::max<std::size_t>(size, 1) + alignment - 1) / alignment * alignment;
  void* memory = std::aligned_alloc(alignment, rounded);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
}  // namespace

void* operator new(std::size_t size) { return given(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return given(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace scrutineer::run {
namespace {

TEST(LackingMemory, IsThrownByFolders) {
  const kit::ScratchFolder scratch;
  RealFolders folders;
  const std::string folder = scratch.file("a folder with a name that is long enough to need memory");
  ASSERT_FALSE(folders.make_folder(folder));
  for (const char* name : {"one of its files", "another one, whose name needs memory as well"})
    ASSERT_FALSE(folders.write(folder + "/" + name, ""));
  int lacking = 1;
  for (bool is_done = false; !is_done; ++lacking) {
    until_lacking = lacking;
    try {
      const auto names = folders.names(folder);
      is_done = until_lacking > 0;
      until_lacking = 0;
      EXPECT_TRUE(!is_done || names->size() == 2U);
    } catch (const std::bad_alloc&) {
      EXPECT_EQ(until_lacking, 0);
    }
  }
  EXPECT_GT(lacking, 3);
}

}  // namespace
}  // namespace scrutineer::run
#endif
