#pragma once
#include <stdint.h>

// What glibc offers only under _GNU_SOURCE, or through variadic calls and macros, neither of which Swift sees.

/// Lets all threads take memory from two pools, instead of eight for each core; before the first thread starts.
void rt_share_memory_pools(void);

/// Names the calling thread (at most 15 bytes are kept), for ps, top and gdb.
void rt_thread_name(const char *name);

/// Renames without replacing: 0, or -1 with errno (EEXIST where `to` is taken).
int rt_rename_new(const char *from, const char *to);

/// Copies some bytes at `*offset` of one file to where another is being written, inside the kernel, and moves `*offset` on: how many, 0 at the end, or
/// -1 with errno (EXDEV, EINVAL, ENOSYS or EOPNOTSUPP where these files cannot be copied so).
long rt_copy_range(int from, int64_t *offset, int to, unsigned long count);

/// An eventfd, close-on-exec and non-blocking, or -1.
int rt_eventfd(void);

/// 1: the kernel holds the wall clock to be synchronised; 0: it does not; -1: unknown.
int rt_clock_synchronised(void);

/// Tells the service manager at $NOTIFY_SOCKET; waits at most so many ms where its queue is full. 1: told; 0: nobody is to be told; -1: not told.
int rt_notify(const char *state, int patience_ms);
