/* Loaded into a program (LD_PRELOAD), it counts what changes files in a folder, and either kills the
   program before a certain change or records all changes with their bytes, so that the disk can be put
   together as a power cut might have left it.

   RABBLE_CRASH_FOLDER  the folder; changes elsewhere do not count
   RABBLE_CRASH_AT      the number of the change before which the program is killed, from 1
   RABBLE_CRASH_TRACE   the file for the record

   A record: a letter, an inode, an offset, the lengths of two byte strings, then those. The numbers are
   64 bits in the machine's order. W write, T truncate, S fsync, C create, R rename, L link, U unlink,
   A write to standard output. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#define REAL(result, name, ...)                                                                      \
  static result (*real)(__VA_ARGS__);                                                                \
  if (!real) real = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static const char *folder;
static long at, count;
static int trace = -1;

__attribute__((constructor)) static void start(void) {
  folder = getenv("RABBLE_CRASH_FOLDER");
  const char *number = getenv("RABBLE_CRASH_AT"), *path = getenv("RABBLE_CRASH_TRACE");
  at = number ? atol(number) : 0;
  if (path) trace = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int concerns(const char *path) {
  size_t length = path ? strlen(path) : 0;
  return folder && length && strncmp(path, folder, strlen(folder)) == 0 &&
         !(length > 4 && strcmp(path + length - 4, "-shm") == 0);
}

static int path_of(int fd, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, 4095);
  if (length < 0) return 0;
  path[length] = 0;
  return concerns(path);
}

/* A path that is too long is cut, and then concerns nobody. */
static void absolute(int base, const char *path, char *result) {
  if (path[0] == '/') {
    snprintf(result, 4096, "%s", path);
  } else {
    char start[4096] = "";
    if (base == AT_FDCWD) {
      if (!getcwd(start, sizeof start)) start[0] = 0;
    } else {
      path_of(base, start);
    }
    snprintf(result, 4096, "%s/%s", start, path);
  }
}

static uint64_t inode(const char *path) {
  struct stat status;
  return lstat(path, &status) == 0 ? status.st_ino : 0;
}

static void note(char kind, uint64_t inode, uint64_t offset, const void *a, size_t na, const void *b,
                 size_t nb) {
  if (trace < 0) return;
  uint64_t head[5] = {(uint64_t)kind, inode, offset, na, nb};
  size_t size = sizeof head + na + nb;
  char *record = malloc(size);
  memcpy(record, head, sizeof head);
  memcpy(record + sizeof head, a, na);
  memcpy(record + sizeof head + na, b, nb);
  syscall(SYS_write, trace, record, size);
  free(record);
}

/* Counts a change, and dies where it is the one. */
static void step(void) {
  if (__atomic_add_fetch(&count, 1, __ATOMIC_SEQ_CST) == at) syscall(SYS_kill, getpid(), SIGKILL);
}

static void wrote(int fd, const char *path, const void *bytes, ssize_t size, off_t offset) {
  struct stat status;
  if (size > 0 && fstat(fd, &status) == 0)
    note('W', status.st_ino, offset, path, strlen(path), bytes, size);
}

ssize_t write(int fd, const void *bytes, size_t size) {
  REAL(ssize_t, "write", int, const void *, size_t);
  char path[4096];
  if (fd == 1) {
    ssize_t done = real(fd, bytes, size);
    if (done > 0) note('A', 0, 0, "", 0, bytes, done);
    return done;
  }
  if (!path_of(fd, path)) return real(fd, bytes, size);
  step();
  off_t offset = lseek(fd, 0, SEEK_CUR);
  ssize_t done = real(fd, bytes, size);
  wrote(fd, path, bytes, done, offset);
  return done;
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t offset) {
  REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
  char path[4096];
  if (!path_of(fd, path)) return real(fd, bytes, size, offset);
  step();
  ssize_t done = real(fd, bytes, size, offset);
  wrote(fd, path, bytes, done, offset);
  return done;
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset) {
  return pwrite64(fd, bytes, size, offset);
}

/* What the kernel copied is read again. */
static void copied(int fd, const char *path, off_t offset, ssize_t size) {
  int file = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
  char *bytes = malloc(size > 0 ? size : 1);
  if (file >= 0 && size > 0 && pread(file, bytes, size, offset) == size) wrote(fd, path, bytes, size, offset);
  free(bytes);
  if (file >= 0) close(file);
}

ssize_t sendfile64(int out, int in, off64_t *from, size_t size) {
  REAL(ssize_t, "sendfile64", int, int, off64_t *, size_t);
  char path[4096];
  if (!path_of(out, path)) return real(out, in, from, size);
  step();
  off_t offset = lseek(out, 0, SEEK_CUR);
  ssize_t done = real(out, in, from, size);
  copied(out, path, offset, done);
  return done;
}

ssize_t sendfile(int out, int in, off_t *from, size_t size) { return sendfile64(out, in, from, size); }

int ftruncate64(int fd, off64_t size) {
  REAL(int, "ftruncate64", int, off64_t);
  char path[4096];
  if (!path_of(fd, path)) return real(fd, size);
  step();
  int result = real(fd, size);
  struct stat status;
  if (result == 0 && fstat(fd, &status) == 0) note('T', status.st_ino, size, path, strlen(path), "", 0);
  return result;
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

static int synced(int fd, int (*real)(int)) {
  char path[4096];
  if (!path_of(fd, path)) return real(fd);
  step();
  int result = real(fd);
  struct stat status;
  if (result == 0 && fstat(fd, &status) == 0) note('S', status.st_ino, 0, path, strlen(path), "", 0);
  return result;
}

int fsync(int fd) {
  REAL(int, "fsync", int);
  return synced(fd, real);
}

int fdatasync(int fd) {
  REAL(int, "fdatasync", int);
  return synced(fd, real);
}

static int opened(int base, const char *path, int flags, mode_t mode) {
  char whole[4096];
  absolute(base, path, whole);
  if (!(flags & (O_CREAT | O_TRUNC)) || !concerns(whole)) return syscall(SYS_openat, base, path, flags, mode);
  uint64_t before = inode(whole);
  if (!before || (flags & O_TRUNC)) step();
  int fd = syscall(SYS_openat, base, path, flags, mode);
  struct stat status;
  if (fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) {
    if (!before) note('C', status.st_ino, 0, whole, strlen(whole), "", 0);
    else if (flags & O_TRUNC) note('T', status.st_ino, 0, whole, strlen(whole), "", 0);
  }
  return fd;
}

#define OPEN(name)                                                                                   \
  int name(const char *path, int flags, ...) {                                                       \
    va_list list;                                                                                    \
    va_start(list, flags);                                                                           \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;                          \
    va_end(list);                                                                                    \
    return opened(AT_FDCWD, path, flags, mode);                                                      \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                                 \
  int name(int base, const char *path, int flags, ...) {                                             \
    va_list list;                                                                                    \
    va_start(list, flags);                                                                           \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;                          \
    va_end(list);                                                                                    \
    return opened(base, path, flags, mode);                                                          \
  }
OPENAT(openat)
OPENAT(openat64)

int mkstemp(char *path) {
  REAL(int, "mkstemp", char *);
  char whole[4096];
  absolute(AT_FDCWD, path, whole);
  if (!concerns(whole)) return real(path);
  step();
  int fd = real(path);
  absolute(AT_FDCWD, path, whole);
  struct stat status;
  if (fd >= 0 && fstat(fd, &status) == 0)
    note('C', status.st_ino, 0, whole, strlen(whole), "", 0);
  return fd;
}

static int renamed(int from_base, const char *from, int to_base, const char *to, unsigned flags) {
  char a[4096], b[4096];
  absolute(from_base, from, a);
  absolute(to_base, to, b);
  if (!concerns(a) && !concerns(b)) return syscall(SYS_renameat2, from_base, from, to_base, to, flags);
  step();
  int result = syscall(SYS_renameat2, from_base, from, to_base, to, flags);
  if (result == 0) note('R', inode(b), 0, a, strlen(a), b, strlen(b));
  return result;
}

int rename(const char *from, const char *to) { return renamed(AT_FDCWD, from, AT_FDCWD, to, 0); }

int renameat(int from_base, const char *from, int to_base, const char *to) {
  return renamed(from_base, from, to_base, to, 0);
}

int renameat2(int from_base, const char *from, int to_base, const char *to, unsigned flags) {
  return renamed(from_base, from, to_base, to, flags);
}

int linkat(int from_base, const char *from, int to_base, const char *to, int flags) {
  char a[4096], b[4096];
  absolute(from_base, from, a);
  absolute(to_base, to, b);
  if (!concerns(b)) return syscall(SYS_linkat, from_base, from, to_base, to, flags);
  step();
  int result = syscall(SYS_linkat, from_base, from, to_base, to, flags);
  if (result == 0) note('L', inode(b), 0, a, strlen(a), b, strlen(b));
  return result;
}

int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

int unlinkat(int base, const char *path, int flags) {
  char whole[4096];
  absolute(base, path, whole);
  uint64_t before = inode(whole);
  if (!concerns(whole) || !before) return syscall(SYS_unlinkat, base, path, flags);
  step();
  int result = syscall(SYS_unlinkat, base, path, flags);
  if (result == 0) note('U', before, 0, whole, strlen(whole), "", 0);
  return result;
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
