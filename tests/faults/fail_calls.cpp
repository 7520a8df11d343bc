// A library for LD_PRELOAD that lets one outside call of a program fail: scripts/faults runs programs with it.
//
//   FAULT_COUNTS=counts.txt LD_PRELOAD=libfail_calls.so scrutineer check ...              how often each call is made
//   FAULT_CALL=write FAULT_INDEX=3 FAULT_ERRNO=28 LD_PRELOAD=libfail_calls.so ...         the third write fails, disk full
//
// Calls count from main() on, in all threads and forked processes together, and one of them fails once. What the C
// library calls within itself is not seen: the calls are those of the program and of the libraries that it links.

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

// What the C library's own allocator is called beside malloc: there is no need to look it up, which would allocate.
extern "C" {
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* memory, size_t size);
void* __libc_memalign(size_t alignment, size_t size);
}

namespace {

enum Call {
  call_open,
  call_read,
  call_write,
  call_rename,
  call_unlink,
  call_mkdir,
  call_fsync,
  call_chmod,
  call_lock,
  call_stat,
  call_mmap,
  call_thread,
  call_fork,
  call_pipe,
  call_socket,
  call_memory,
  call_count
};
constexpr const char* kNames[call_count] = {"open", "read", "write", "rename", "unlink", "mkdir", "fsync",  "chmod",
                                            "lock", "stat", "mmap",  "thread", "fork",   "pipe",  "socket", "memory"};

struct Shared {  // by the program and its children
  std::atomic<std::uint64_t> counts[call_count];
};

Shared* shared = nullptr;  // null until main() begins
int failing = -1;
std::uint64_t failing_index = 0;
int failing_errno = EIO;
const char* counts_file = nullptr;
pid_t first_process = 0;

// Where a debugger stops: break fault_happens.
extern "C" __attribute__((noinline)) void fault_happens() { errno = failing_errno; }

// True: this call is the one that fails, and errno says how.
bool fails(Call call) {
  if (shared == nullptr) return false;
  const std::uint64_t index = shared->counts[call].fetch_add(1) + 1;
  if (call != failing || index != failing_index) return false;
  fault_happens();
  return true;
}

template <typename Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

void begin() {
  if (const char* call = std::getenv("FAULT_CALL"))
    for (int i = 0; i < call_count; ++i)
      if (std::strcmp(call, kNames[i]) == 0) failing = i;
  if (const char* index = std::getenv("FAULT_INDEX")) failing_index = std::strtoull(index, nullptr, 10);
  if (const char* code = std::getenv("FAULT_ERRNO")) failing_errno = std::atoi(code);
  counts_file = std::getenv("FAULT_COUNTS");
  first_process = ::getpid();
  void* const memory = next<void*(void*, size_t, int, int, int, off_t)>("mmap")(
      nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory != MAP_FAILED) shared = new (memory) Shared();
}

void end() {
  Shared* const counted = shared;
  if (counted == nullptr || counts_file == nullptr || ::getpid() != first_process) return;
  shared = nullptr;
  if (std::FILE* const file = std::fopen(counts_file, "w")) {
    for (int i = 0; i < call_count; ++i)
      std::fprintf(file, "%s %llu\n", kNames[i], static_cast<unsigned long long>(counted->counts[i].load()));
    std::fclose(file);
  }
}

int (*real_main)(int, char**, char**) = nullptr;
int counted_main(int argc, char** argv, char** environment) {
  begin();
  const int code = real_main(argc, argv, environment);
  end();
  return code;
}

}  // namespace

// A call with the same arguments, which fails with -1.
#define FAIL_CALL(call, type, name, declared, given)         \
  type name declared {                                       \
    static const auto real = next<type declared>(#name);     \
    return fails(call) ? static_cast<type>(-1) : real given; \
  }

extern "C" {

int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(), void (*fini)(),
                      void (*rtld_fini)(), void* stack_end) {
  real_main = main;
  return next<decltype(__libc_start_main)>("__libc_start_main")(counted_main, argc, argv, init, fini, rtld_fini,
                                                                stack_end);
}

// ---- files ----------------------------------------------------------------------------------------------------------

#define FAIL_OPEN(name)                                                    \
  int name(const char* path, int flags, ...) {                             \
    static const auto real = next<int(const char*, int, mode_t)>(#name);   \
    va_list more;                                                          \
    va_start(more, flags);                                                 \
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0; \
    va_end(more);                                                          \
    return fails(call_open) ? -1 : real(path, flags, mode);                \
  }
FAIL_OPEN(open)
FAIL_OPEN(open64)
int openat(int folder, const char* path, int flags, ...) {
  static const auto real = next<int(int, const char*, int, mode_t)>("openat");
  va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
  va_end(more);
  return fails(call_open) ? -1 : real(folder, path, flags, mode);
}
std::FILE* fopen(const char* path, const char* mode) {
  static const auto real = next<std::FILE*(const char*, const char*)>("fopen");
  return fails(call_open) ? nullptr : real(path, mode);
}
std::FILE* fopen64(const char* path, const char* mode) {
  static const auto real = next<std::FILE*(const char*, const char*)>("fopen64");
  return fails(call_open) ? nullptr : real(path, mode);
}
FAIL_CALL(call_open, int, mkostemp, (char* path, int flags), (path, flags))
FAIL_CALL(call_open, int, mkostemp64, (char* path, int flags), (path, flags))
FAIL_CALL(call_open, int, memfd_create, (const char* path, unsigned flags), (path, flags))

FAIL_CALL(call_read, ssize_t, read, (int file, void* data, size_t size), (file, data, size))
FAIL_CALL(call_read, ssize_t, pread, (int file, void* data, size_t size, off_t at), (file, data, size, at))
FAIL_CALL(call_read, ssize_t, pread64, (int file, void* data, size_t size, off64_t at), (file, data, size, at))
FAIL_CALL(call_write, ssize_t, write, (int file, const void* data, size_t size), (file, data, size))
FAIL_CALL(call_write, ssize_t, writev, (int file, const iovec* data, int count), (file, data, count))
FAIL_CALL(call_write, ssize_t, pwrite, (int file, const void* data, size_t size, off_t at), (file, data, size, at))
FAIL_CALL(call_write, ssize_t, pwrite64, (int file, const void* data, size_t size, off64_t at), (file, data, size, at))
FAIL_CALL(call_write, int, ftruncate, (int file, off_t size), (file, size))
FAIL_CALL(call_write, int, ftruncate64, (int file, off64_t size), (file, size))
FAIL_CALL(call_rename, int, rename, (const char* from, const char* to), (from, to))
FAIL_CALL(call_unlink, int, unlink, (const char* path), (path))
FAIL_CALL(call_unlink, int, unlinkat, (int folder, const char* path, int flags), (folder, path, flags))
FAIL_CALL(call_unlink, int, remove, (const char* path), (path))
FAIL_CALL(call_unlink, int, rmdir, (const char* path), (path))
FAIL_CALL(call_mkdir, int, mkdir, (const char* path, mode_t mode), (path, mode))
FAIL_CALL(call_fsync, int, fsync, (int file), (file))
FAIL_CALL(call_fsync, int, fdatasync, (int file), (file))
FAIL_CALL(call_chmod, int, fchmod, (int file, mode_t mode), (file, mode))
FAIL_CALL(call_lock, int, flock, (int file, int operation), (file, operation))
FAIL_CALL(call_stat, int, stat, (const char* path, struct stat* status), (path, status))
FAIL_CALL(call_stat, int, stat64, (const char* path, struct stat64* status), (path, status))
FAIL_CALL(call_stat, int, fstat, (int file, struct stat* status), (file, status))
FAIL_CALL(call_stat, int, fstat64, (int file, struct stat64* status), (file, status))
FAIL_CALL(call_stat, int, lstat, (const char* path, struct stat* status), (path, status))
FAIL_CALL(call_stat, int, lstat64, (const char* path, struct stat64* status), (path, status))

// ---- processes, threads and sockets ---------------------------------------------------------------------------------

void* mmap(void* at, size_t size, int protection, int flags, int file, off_t offset) {
  static const auto real = next<void*(void*, size_t, int, int, int, off_t)>("mmap");
  return fails(call_mmap) ? MAP_FAILED : real(at, size, protection, flags, file, offset);
}
void* mmap64(void* at, size_t size, int protection, int flags, int file, off64_t offset) {
  static const auto real = next<void*(void*, size_t, int, int, int, off64_t)>("mmap64");
  return fails(call_mmap) ? MAP_FAILED : real(at, size, protection, flags, file, offset);
}
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument) {
  static const auto real = next<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create");
  return fails(call_thread) ? failing_errno : real(thread, attributes, run, argument);
}
FAIL_CALL(call_fork, pid_t, fork, (), ())
FAIL_CALL(call_pipe, int, pipe2, (int* ends, int flags), (ends, flags))
FAIL_CALL(call_pipe, int, pipe, (int* ends), (ends))
FAIL_CALL(call_pipe, int, socketpair, (int domain, int type, int protocol, int* ends), (domain, type, protocol, ends))
FAIL_CALL(call_socket, int, socket, (int domain, int type, int protocol), (domain, type, protocol))
FAIL_CALL(call_socket, int, bind, (int file, const sockaddr* address, socklen_t size), (file, address, size))
FAIL_CALL(call_socket, int, listen, (int file, int backlog), (file, backlog))
FAIL_CALL(call_socket, int, accept4, (int file, sockaddr* address, socklen_t* size, int flags),
          (file, address, size, flags))
FAIL_CALL(call_socket, int, setsockopt, (int file, int level, int name, const void* value, socklen_t size),
          (file, level, name, value, size))
FAIL_CALL(call_socket, int, getsockname, (int file, sockaddr* address, socklen_t* size), (file, address, size))
FAIL_CALL(call_socket, ssize_t, send, (int file, const void* data, size_t size, int flags), (file, data, size, flags))
FAIL_CALL(call_socket, ssize_t, recv, (int file, void* data, size_t size, int flags), (file, data, size, flags))

// ---- memory ---------------------------------------------------------------------------------------------------------

void* malloc(size_t size) { return fails(call_memory) ? nullptr : __libc_malloc(size); }
void* calloc(size_t count, size_t size) { return fails(call_memory) ? nullptr : __libc_calloc(count, size); }
void* realloc(void* memory, size_t size) { return fails(call_memory) ? nullptr : __libc_realloc(memory, size); }
void* aligned_alloc(size_t alignment, size_t size) {
  return fails(call_memory) ? nullptr : __libc_memalign(alignment, size);
}
int posix_memalign(void** memory, size_t alignment, size_t size) {
  if (fails(call_memory)) return ENOMEM;
  *memory = __libc_memalign(alignment, size);
  return *memory == nullptr ? ENOMEM : 0;
}

}  // extern "C"
