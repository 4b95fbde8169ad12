/*
 * A file layer that loses and fails, loaded into the service's process with
 * LD_PRELOAD. It hands every call on files below one folder on to the system,
 * and writes down beside it what a power cut could undo (see log.ts, disk.ts).
 * A control file, shared with the harness, says which faults come now.
 */
#ifndef SHIM_H
#define SHIM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

/* The control file, 64-bit little-endian fields in this order; control.ts has the same list. */
struct control {
  /* Set by the harness. */
  volatile int64_t swallow_syncs;   /* 1: a sync is answered with success and does nothing */
  volatile int64_t space;           /* bytes that files may still grow by; negative: no limit */
  volatile int64_t write_errors;    /* EIO, per million writes */
  volatile int64_t sync_errors;     /* EIO, per million syncs */
  volatile int64_t short_writes;    /* writes that take only a part, per million */
  volatile int64_t clock_offset;    /* ns added to the time of day */
  volatile int64_t die_at;          /* the process kills itself at this tick, or stops with all others; 0: never */
  /* Set by the shim. */
  volatile int64_t ticks;           /* steps of calls so far; each call has two or three */
  volatile int64_t injected;        /* errors and short writes so far */
  volatile int64_t random;          /* state of the shim's dice; the harness sets the seed */
  volatile int64_t syncs;           /* syncs so far; their numbers */
  /* Set by the harness. */
  volatile int64_t shared;          /* 1: several processes have the folder; they all stop where one would die */
  /* Set by the shim. */
  volatile int64_t lock;            /* of several processes: 1 while one of them is at a file */
};

/* Kinds of records in the log; log.ts has the same list. */
enum kind {
  WRITE = 1,      /* file, offset, bytes */
  TRUNCATE = 2,   /* file, size as offset */
  SYNC_BEGIN = 3, /* file, number of the sync as offset */
  SYNC_DONE = 4,
  SYNC_FAILED = 5,
  CREATE = 6,     /* file, path */
  UNLINK = 7,     /* path */
  RENAME = 8,     /* path, NUL, path */
  SYNC_FOLDER = 9, /* path */
  UNDONE = 10     /* the record before this one failed and changed nothing */
};

/* What a call is about: a file or folder below the watched one. */
struct target {
  struct stat stat;
  char path[4096];
};

extern struct control *control;

/* All calls on watched files go through this lock, so that log and files agree. */
void shim_lock(void);
void shim_unlock(void);

/* One step of a call; here the process may have to die. Under the lock. */
void shim_tick(void);

/* True so many times in a million. Counts as injected. Under the lock. */
int shim_strikes(int64_t per_million);

/* A number below `limit`. Under the lock. */
int64_t shim_below(int64_t limit);

/* Appends a record to the log. Under the lock. */
void shim_log(enum kind kind, uint64_t file, uint64_t offset, const void *bytes, size_t length);

/* Says that the call of the last record failed. Under the same lock as the record. */
void shim_log_undone(void);

/* True when the open file or folder is watched; then `target` describes it. */
int shim_watches(int fd, struct target *target);

/* True when the path is below the watched folder; then `full` is it, absolute. */
int shim_watches_path(int folder, const char *path, char full[4096]);

/* True for files that no power cut leaves behind, or that are made anew; tree.ts has the same list. */
int shim_is_memory(const char *path);

#endif
