/* Start, log, dice and the question whether a file is watched. */
#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

struct control *control;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int log_fd = -1;
static char root[PATH_MAX];
static size_t root_length;

/* Nothing below may call a function that calls.c replaces: only system calls. */
static int open_raw(const char *path, int flags) {
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, 0600);
}

static void give_up(const char *what) {
  fprintf(stderr, "faults: %s: %s\n", what, strerror(errno));
  _exit(99);
}

__attribute__((constructor)) static void start(void) {
  const char *folder = getenv("FAULTS_ROOT");
  const char *log = getenv("FAULTS_LOG");
  const char *shared = getenv("FAULTS_CONTROL");
  if (!folder || !log || !shared) return;
  snprintf(root, sizeof root, "%s", folder);
  root_length = strlen(root);
  log_fd = open_raw(log, O_WRONLY | O_APPEND | O_CREAT);
  if (log_fd < 0) give_up(log);
  int fd = open_raw(shared, O_RDWR);
  if (fd < 0) give_up(shared);
  void *page = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (page == MAP_FAILED) give_up(shared);
  syscall(SYS_close, fd);
  control = page;
}

/* Signals of a process that has the lock wait: nobody may end with it. */
static sigset_t waiting_signals;

static void nap(void) {
  struct timespec moment = {0, 50000};
  syscall(SYS_nanosleep, &moment, NULL);
}

void shim_lock(void) {
  if (!control->shared) {
    pthread_mutex_lock(&mutex);
    return;
  }
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  while (__sync_lock_test_and_set(&control->lock, 1)) nap();
  waiting_signals = before;
}

void shim_unlock(void) {
  if (!control->shared) {
    pthread_mutex_unlock(&mutex);
    return;
  }
  sigset_t before = waiting_signals;
  __sync_lock_release(&control->lock);
  sigprocmask(SIG_SETMASK, &before, NULL);
}

void shim_tick(void) {
  control->ticks++;
  if (control->die_at == 0 || control->ticks < control->die_at) return;
  /* With the lock: no other one gets at a file until all are killed. */
  while (control->shared) nap();
  syscall(SYS_kill, (pid_t)syscall(SYS_getpid), SIGKILL);
  for (;;) syscall(SYS_sched_yield);
}

/* splitmix64 */
static uint64_t dice(void) {
  uint64_t z = (uint64_t)control->random + 0x9e3779b97f4a7c15u;
  control->random = (int64_t)z;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

int64_t shim_below(int64_t limit) { return (int64_t)(dice() % (uint64_t)limit); }

int shim_strikes(int64_t per_million) {
  if (per_million <= 0 || shim_below(1000000) >= per_million) return 0;
  control->injected++;
  return 1;
}

void shim_log(enum kind kind, uint64_t file, uint64_t offset, const void *bytes, size_t length) {
  struct {
    uint32_t kind, length;
    uint64_t file, offset;
  } head = {kind, (uint32_t)length, file, offset};
  struct iovec parts[2] = {{&head, sizeof head}, {(void *)bytes, length}};
  long written = syscall(SYS_writev, log_fd, parts, length > 0 ? 2 : 1);
  if (written != (long)(sizeof head + length)) give_up("the log cannot be written");
}

void shim_log_undone(void) {
  int before = errno;
  shim_log(UNDONE, 0, 0, NULL, 0);
  errno = before;
}

/* The watched folder itself counts: its names are synced through it. */
static int is_below(const char *path) {
  return strncmp(path, root, root_length) == 0 && (path[root_length] == '/' || path[root_length] == 0);
}

int shim_watches(int fd, struct target *target) {
  if (!control || fd < 0) return 0;
  int before = errno;
  int watched = 0;
  if (fstat(fd, &target->stat) == 0 && (S_ISREG(target->stat.st_mode) || S_ISDIR(target->stat.st_mode))) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, target->path, sizeof target->path - 1);
    if (length > 0) {
      target->path[length] = 0;
      watched = is_below(target->path);
    }
  }
  errno = before;
  return watched;
}

/* Takes `.`, `..` and double slashes out of an absolute path. */
static void tidy(char *path) {
  char *to = path;
  for (const char *from = path; *from;) {
    const char *end = from + 1 + strcspn(from + 1, "/");
    size_t length = (size_t)(end - from);
    if (length == 3 && from[1] == '.' && from[2] == '.') {
      while (to > path && *--to != '/') continue;
    } else if (length > 1 && !(length == 2 && from[1] == '.')) {
      memmove(to, from, length);
      to += length;
    }
    from = end;
  }
  *to = 0;
}

int shim_watches_path(int folder, const char *path, char full[4096]) {
  if (!control) return 0;
  int before = errno;
  size_t used = 0;
  if (path[0] != '/') {
    char link[64];
    if (folder == AT_FDCWD) snprintf(link, sizeof link, "/proc/self/cwd");
    else snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    ssize_t length = readlink(link, full, 4094);
    used = length > 0 ? (size_t)length : 0;
    full[used++] = '/';
  }
  snprintf(full + used, 4096 - used, "%s", path);
  tidy(full);
  errno = before;
  return is_below(full);
}

static int ends_with(const char *path, const char *end) {
  size_t length = strlen(path), ending = strlen(end);
  return length > ending && strcmp(path + length - ending, end) == 0;
}

int shim_is_memory(const char *path) {
  /* Of SQLite; the rest of PostgreSQL, which writes them by ways that are not seen here. */
  return ends_with(path, "-shm") || ends_with(path, "/postmaster.pid") || ends_with(path, "/postmaster.opts") ||
         strstr(path, "/pg_internal.init") || strstr(path, "/pg_stat/") || strstr(path, "/pgsql_tmp/");
}
