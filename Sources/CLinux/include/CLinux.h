// Parts of the C library that Swift cannot import, and functions that the audio thread may call.
#ifndef CLINUX_H
#define CLINUX_H

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

// Marks a function that takes no lock and allocates nothing, so that Swift code under @_noLocks
// may call it.
#define REALTIME __attribute__((swift_attr("@_noLocks")))

// RealtimeSanitizer's entry points: present only in a build that links it.
extern void __rtsan_ensure_initialized(void) __attribute__((weak));
extern void __rtsan_realtime_enter(void) __attribute__((weak));
extern void __rtsan_realtime_exit(void) __attribute__((weak));
extern void __rtsan_disable(void) __attribute__((weak));
extern void __rtsan_enable(void) __attribute__((weak));

/// Whether RealtimeSanitizer is linked in, and initialised by this call.
bool seqd_realtime_is_checked(void);

/// Begins a section in which the sanitizer, where there is one, ends the process at any call that
/// may block.
REALTIME static inline void seqd_realtime_enter(void) {
    if (__rtsan_realtime_enter) __rtsan_realtime_enter();
}

/// Ends the section.
REALTIME static inline void seqd_realtime_exit(void) {
    if (__rtsan_realtime_exit) __rtsan_realtime_exit();
}

/// Begins an exception within a checked section; each use is listed in ARCHITECTURE.md.
REALTIME static inline void seqd_realtime_pause_check(void) {
    if (__rtsan_disable) __rtsan_disable();
}

/// Ends the exception.
REALTIME static inline void seqd_realtime_resume_check(void) {
    if (__rtsan_enable) __rtsan_enable();
}

/// Tells the processor that this is a spin loop.
REALTIME static inline void seqd_cpu_relax(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("yield");
#endif
}

/// Keeps the process alive when a page of a mapped file cannot be read, because the file was cut
/// short or its disk failed: the page then holds zeros, and reading continues. The first call sets
/// a handler of SIGBUS, which passes all other faults on.
///
/// Returns a number to release the mapping by, before it is unmapped; -1 where too many are guarded.
int seqd_mapping_guard(const void *start, size_t size);

/// Ends the guard of a mapping.
void seqd_mapping_release(int number);

/// Puts zeros in the place of the page with this address, if it is in a guarded mapping: for
/// handlers of SIGBUS that come before the guard's. Returns whether reading can continue.
bool seqd_mapping_repair(const void *address);

/// Tells the kernel that a mapping will be read: it begins to read the file, and this returns.
void seqd_mapping_announce(const void *start, size_t size);

/// Brings a part of a mapping into memory; returns when it is there.
void seqd_mapping_load(const void *start, size_t size);

/// Releases the memory of a mapping of a file, also where it is locked; reading brings it back.
void seqd_mapping_drop(const void *start, size_t size);

/// Releases the memory of a part of a mapping of a file, as far as nothing else is on its pages.
void seqd_mapping_drop_inside(const void *start, size_t size);

/// Locks a mapping that was dropped again, page by page as they are used, if the memory of the process
/// is locked.
void seqd_mapping_keep(const void *start, size_t size);

/// Whether this process may lock any amount of memory: its limit is unlimited, or root lifts it.
/// Otherwise stores the limit in bytes.
bool seqd_may_lock_memory(uint64_t *limit);

/// Locks all memory of the process, present and to come, page by page as they are used. Returns 0 or
/// an error number. Only where `seqd_may_lock_memory`: under a limit, later allocations would fail.
int seqd_lock_memory(void);

/// A counting semaphore. Posting never blocks (sem_post(3) is async-signal-safe); the audio thread
/// waits on one only for work that another thread is in the middle of.
typedef struct seqd_semaphore {
    sem_t value;
} seqd_semaphore;

void seqd_semaphore_init(seqd_semaphore *semaphore);
void seqd_semaphore_destroy(seqd_semaphore *semaphore);
REALTIME void seqd_semaphore_post(seqd_semaphore *semaphore);
REALTIME void seqd_semaphore_wait(seqd_semaphore *semaphore);
/// Waits for a post, at most until the monotonic clock shows this.
void seqd_semaphore_wait_until(seqd_semaphore *semaphore, int64_t nanoseconds);

/// Starts a joinable thread with the given name (cut to 15 characters) that takes no signals. With
/// a priority above 0 real-time scheduling (SCHED_FIFO) is asked for, and done without where it is
/// refused.
///
/// Returns 0 or an errno; `*refusal` is 0 where the priority was granted or not asked for, else
/// the errno of the refusal.
int seqd_thread_start(pthread_t *thread, const char *name, int priority, int *refusal,
                      void (*entry)(void *context), void *context);

/// Nanoseconds of the monotonic clock.
REALTIME int64_t seqd_monotonic_nanoseconds(void);

/// Sleeps until the monotonic clock shows this; an interruption does not end it early.
void seqd_sleep_until(int64_t nanoseconds);

/// Has all threads share one heap, from now on: heaps of their own leave gaps that nobody uses.
void seqd_use_one_heap(void);

/// Gives memory that was freed back to the system; the C library keeps it by itself.
void seqd_trim_memory(void);

/// Waits until a descriptor takes bytes or has failed.
void seqd_wait_writable(int descriptor);

/// Copies the first bytes that wait in a pipe, which keeps them (Linux tee(2)); waits for some.
///
/// Returns how many there are, at most `size`; 0 at the end, and −1 for what is no pipe.
long seqd_peek_pipe(int descriptor, void *bytes, unsigned long size);

/// Processors that the process may use, at least 1.
int seqd_processor_count(void);

/// Opens an unnamed file in a folder (Linux O_TMPFILE); returns -1 with errno where the file
/// system has none.
int seqd_open_unnamed(const char *folder);

/// Makes an empty file in memory (memfd_create(2)), with a name for /proc; -1 with errno.
int seqd_open_memory(const char *name);

/// Opens a file's identity, not its content, without following a link (Linux O_PATH); -1 with errno.
int seqd_open_identity(const char *path);

/// Gives an unnamed file a name that must not exist yet; 0, or -1 with errno.
int seqd_name_unnamed(int descriptor, const char *path);

/// Has the file system set bytes of a file aside beyond its end, whose size stays. Returns 0, or the
/// errno with which the disk, a quota or the process's limit refuses them; 0 too where the file
/// system cannot set bytes aside.
int seqd_reserve(int descriptor, int64_t offset, int64_t length);

/// From now on the signals that end, stop or hang up a program (INT, TERM, HUP, TSTP) are reported
/// by `seqd_wait_for_signal` instead of acting; SIGPIPE is ignored. Call before any thread starts.
/// Returns 0 or an errno.
int seqd_watch_signals(void);

/// Waits for a watched signal, a `seqd_wake`, or something to read from `input` (unless that is below
/// 0), at most so long (-1: for ever). Returns the signal's number, or 0.
int seqd_wait_for_signal(int milliseconds, int input);

/// Ends a wait in `seqd_wait_for_signal`, from any thread.
void seqd_wake(void);

/// Has a process that is started close all its descriptors from a number on. Takes a
/// posix_spawn_file_actions_t, which this header does not name: the type is that of another module.
/// Returns 0 or an errno.
int seqd_close_from(void *actions, int first);

/// Limits the files that another process writes from now on, in bytes (RLIMIT_FSIZE): beyond that a
/// signal, SIGXFSZ, ends it. Returns 0, or -1 with errno.
int seqd_limit_files(int process, uint64_t bytes);

/// Stops the whole process as Ctrl-Z does by default; returns when it is continued.
void seqd_stop_process(void);

#endif
