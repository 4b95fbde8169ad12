/* The calls on files that the shim takes the place of. */
#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* ---- writing ---- */

/* How many of `length` bytes a write at `offset` may take now; -1 with errno for none. */
static int64_t allowed(const struct target *target, int64_t offset, int64_t length) {
  if (length == 0) return 0;
  if (shim_strikes(control->write_errors)) {
    errno = EIO;
    return -1;
  }
  int64_t taken = length;
  if (length > 1 && shim_strikes(control->short_writes)) taken = 1 + shim_below(length - 1);
  int64_t space = control->space;
  int64_t growth = offset + taken - target->stat.st_size;
  if (space < 0 || growth <= 0) return taken;
  if (growth > space) {
    control->injected++;
    taken -= growth - space;
    growth = space;
    if (taken <= 0) {
      errno = ENOSPC;
      return -1;
    }
  }
  control->space = space - growth;
  return taken;
}

/* Where a write without an offset goes. */
static int64_t position(int fd, const struct target *target) {
  int flags = fcntl(fd, F_GETFL);
  if (flags >= 0 && (flags & O_APPEND)) return target->stat.st_size;
  return lseek(fd, 0, SEEK_CUR);
}

/* Writes bytes of a watched file: written down first, so that the log never lacks one. */
static ssize_t write_watched(int fd, const void *bytes, size_t length, int64_t offset, int has_offset) {
  struct target target;
  shim_lock();
  /* Again: others may have written since, and its size counts. */
  if (!shim_watches(fd, &target)) {
    shim_unlock();
    errno = EBADF;
    return -1;
  }
  shim_tick();
  if (!has_offset) offset = position(fd, &target);
  int64_t taken = allowed(&target, offset, (int64_t)length);
  ssize_t written = taken;
  if (taken > 0) {
    if (!shim_is_memory(target.path))
      shim_log(WRITE, target.stat.st_ino, (uint64_t)offset, bytes, (size_t)taken);
    written = has_offset ? syscall(SYS_pwrite64, fd, bytes, (size_t)taken, offset)
                         : syscall(SYS_write, fd, bytes, (size_t)taken);
    if (written < 0 && !shim_is_memory(target.path)) shim_log_undone();
  }
  int error = errno;
  shim_tick();
  shim_unlock();
  errno = error;
  return written;
}

/* As one piece: the system, too, may take any part of a list. */
static ssize_t write_list(int fd, const struct iovec *list, int count, int64_t offset, int has_offset) {
  size_t length = 0, at = 0;
  for (int i = 0; i < count; i++) length += list[i].iov_len;
  char *whole = malloc(length + 1);
  if (!whole) {
    errno = ENOMEM;
    return -1;
  }
  for (int i = 0; i < count; at += list[i++].iov_len) memcpy(whole + at, list[i].iov_base, list[i].iov_len);
  ssize_t written = write_watched(fd, whole, length, offset, has_offset);
  free(whole);
  return written;
}

ssize_t write(int fd, const void *bytes, size_t length) {
  struct target target;
  if (shim_watches(fd, &target)) return write_watched(fd, bytes, length, 0, 0);
  return syscall(SYS_write, fd, bytes, length);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  struct target target;
  if (shim_watches(fd, &target)) return write_watched(fd, bytes, length, offset, 1);
  return syscall(SYS_pwrite64, fd, bytes, length, offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
  return pwrite64(fd, bytes, length, offset);
}

ssize_t writev(int fd, const struct iovec *list, int count) {
  struct target target;
  if (shim_watches(fd, &target)) return write_list(fd, list, count, 0, 0);
  return syscall(SYS_writev, fd, list, count);
}

ssize_t pwritev64(int fd, const struct iovec *list, int count, off64_t offset) {
  struct target target;
  if (shim_watches(fd, &target)) return write_list(fd, list, count, offset, 1);
  return syscall(SYS_pwritev, fd, list, count, offset, 0);
}

ssize_t pwritev(int fd, const struct iovec *list, int count, off_t offset) {
  return pwritev64(fd, list, count, offset);
}

int ftruncate64(int fd, off64_t size) {
  struct target target;
  if (!shim_watches(fd, &target)) return (int)syscall(SYS_ftruncate, fd, size);
  shim_lock();
  shim_tick();
  if (!shim_is_memory(target.path)) shim_log(TRUNCATE, target.stat.st_ino, (uint64_t)size, NULL, 0);
  int result = (int)syscall(SYS_ftruncate, fd, size);
  if (result != 0 && !shim_is_memory(target.path)) shim_log_undone();
  shim_tick();
  shim_unlock();
  return result;
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

int truncate(const char *path, off_t size) {
  int fd = open(path, O_RDWR);
  if (fd < 0) return -1;
  int result = ftruncate64(fd, size);
  int error = errno;
  close(fd);
  errno = error;
  return result;
}

/* Growing a file without writing to it: answers the number of the error. */
int posix_fallocate(int fd, off_t offset, off_t length) {
  struct target target;
  if (shim_watches(fd, &target)) {
    off_t size = offset + length;
    if (size <= target.stat.st_size) return 0;
    if (control->space >= 0 && size - target.stat.st_size > control->space) {
      control->injected++;
      return ENOSPC;
    }
    return ftruncate64(fd, size) == 0 ? 0 : errno;
  }
  return syscall(SYS_fallocate, fd, 0, offset, length) == 0 ? 0 : errno;
}

int posix_fallocate64(int fd, off64_t offset, off64_t length) { return posix_fallocate(fd, offset, length); }

/* ---- syncing ---- */

static int sync_watched(int fd, const struct target *target, long number) {
  if (shim_is_memory(target->path)) return (int)syscall(number, fd);
  shim_lock();
  shim_tick();
  if (control->swallow_syncs) {
    shim_unlock();
    return 0;
  }
  int fails = shim_strikes(control->sync_errors);
  if (S_ISDIR(target->stat.st_mode)) {
    if (!fails && syscall(number, fd) != 0) fails = 1;
    if (!fails) shim_log(SYNC_FOLDER, target->stat.st_ino, 0, target->path, strlen(target->path));
  } else {
    uint64_t sync = (uint64_t)++control->syncs;
    shim_log(SYNC_BEGIN, target->stat.st_ino, sync, NULL, 0);
    shim_tick();
    /* Others may write meanwhile: only what was there before counts as synced. */
    shim_unlock();
    if (!fails && syscall(number, fd) != 0) fails = 1;
    shim_lock();
    shim_log(fails ? SYNC_FAILED : SYNC_DONE, target->stat.st_ino, sync, NULL, 0);
  }
  shim_tick();
  shim_unlock();
  if (!fails) return 0;
  errno = EIO;
  return -1;
}

int fsync(int fd) {
  struct target target;
  if (shim_watches(fd, &target)) return sync_watched(fd, &target, SYS_fsync);
  return (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd) {
  struct target target;
  if (shim_watches(fd, &target)) return sync_watched(fd, &target, SYS_fdatasync);
  return (int)syscall(SYS_fdatasync, fd);
}

/* ---- names ---- */

static int open_at(int folder, const char *path, int flags, mode_t mode) {
  char full[4096];
  int changes = (flags & (O_CREAT | O_TRUNC)) != 0 && (flags & O_TMPFILE) != O_TMPFILE;
  if (!changes || !shim_watches_path(folder, path, full) || shim_is_memory(full))
    return (int)syscall(SYS_openat, folder, path, flags, mode);
  shim_lock();
  shim_tick();
  struct stat before, now;
  int is_new = stat(full, &before) != 0 && errno == ENOENT;
  int cuts = !is_new && (flags & O_TRUNC) && before.st_size > 0;
  int fd = -1;
  if (cuts) shim_log(TRUNCATE, before.st_ino, 0, NULL, 0);
  if (is_new && (flags & O_CREAT) && control->space == 0) {
    control->injected++;
    errno = ENOSPC;
  } else {
    fd = (int)syscall(SYS_openat, folder, path, flags, mode);
  }
  int error = errno;
  if (cuts && fd < 0) shim_log_undone();
  if (is_new && fd >= 0 && fstat(fd, &now) == 0) shim_log(CREATE, now.st_ino, 0, full, strlen(full));
  shim_tick();
  shim_unlock();
  errno = error;
  return fd;
}

#define MODE_OF(flags, last)                                         \
  mode_t mode = 0;                                                   \
  if ((flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE) {       \
    va_list arguments;                                               \
    va_start(arguments, last);                                       \
    mode = va_arg(arguments, mode_t);                                \
    va_end(arguments);                                               \
  }

int open(const char *path, int flags, ...) {
  MODE_OF(flags, flags)
  return open_at(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE_OF(flags, flags)
  return open_at(AT_FDCWD, path, flags | O_LARGEFILE, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  MODE_OF(flags, flags)
  return open_at(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...) {
  MODE_OF(flags, flags)
  return open_at(folder, path, flags | O_LARGEFILE, mode);
}

int unlinkat(int folder, const char *path, int flags) {
  char full[4096];
  /* Folders are taken to be durable: nothing in the service relies on their being lost or kept. */
  if (flags & AT_REMOVEDIR || !shim_watches_path(folder, path, full) || shim_is_memory(full))
    return (int)syscall(SYS_unlinkat, folder, path, flags);
  shim_lock();
  shim_tick();
  struct stat found;
  int exists = lstat(full, &found) == 0;
  if (exists) shim_log(UNLINK, found.st_ino, 0, full, strlen(full));
  int result = (int)syscall(SYS_unlinkat, folder, path, flags);
  int error = errno;
  if (exists && result != 0) shim_log_undone();
  shim_tick();
  shim_unlock();
  errno = error;
  return result;
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }

int remove(const char *path) {
  int result = unlinkat(AT_FDCWD, path, 0);
  return result != 0 && errno == EISDIR ? unlinkat(AT_FDCWD, path, AT_REMOVEDIR) : result;
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
  char paths[8192];
  if (!shim_watches_path(from_folder, from, paths) || shim_is_memory(paths))
    return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, 0);
  size_t first = strlen(paths) + 1;
  shim_watches_path(to_folder, to, paths + first);
  shim_lock();
  shim_tick();
  struct stat found;
  int exists = lstat(paths, &found) == 0;
  if (exists) shim_log(RENAME, found.st_ino, 0, paths, first + strlen(paths + first));
  int result = (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, 0);
  int error = errno;
  if (exists && result != 0) shim_log_undone();
  shim_tick();
  shim_unlock();
  errno = error;
  return result;
}

int rename(const char *from, const char *to) { return renameat(AT_FDCWD, from, AT_FDCWD, to); }
