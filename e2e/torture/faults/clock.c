/* The time of day, set off by what the control file says. Clocks that count from the start of the machine stay. */
#define _GNU_SOURCE
#include "shim.h"

#include <dlfcn.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

typedef int get_time(clockid_t, struct timespec *);

/* The C library's own is quicker than a system call, and Node asks often. */
static get_time *library;

__attribute__((constructor)) static void find(void) { library = (get_time *)dlsym(RTLD_NEXT, "clock_gettime"); }

int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = library ? library(clock, now) : (int)syscall(SYS_clock_gettime, clock, now);
  if (result != 0 || !control || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return result;
  int64_t offset = control->clock_offset;
  now->tv_sec += offset / 1000000000;
  now->tv_nsec += offset % 1000000000;
  if (now->tv_nsec < 0) {
    now->tv_nsec += 1000000000;
    now->tv_sec--;
  } else if (now->tv_nsec >= 1000000000) {
    now->tv_nsec -= 1000000000;
    now->tv_sec++;
  }
  return 0;
}

int gettimeofday(struct timeval *now, void *zone) {
  (void)zone;
  struct timespec precise;
  if (clock_gettime(CLOCK_REALTIME, &precise) != 0) return -1;
  now->tv_sec = precise.tv_sec;
  now->tv_usec = precise.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *result) {
  struct timespec precise;
  clock_gettime(CLOCK_REALTIME, &precise);
  if (result) *result = precise.tv_sec;
  return precise.tv_sec;
}
