#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <sched.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

bool seqd_realtime_is_checked(void) {
    if (!__rtsan_ensure_initialized) return false;
    __rtsan_ensure_initialized();
    return true;
}

void seqd_semaphore_init(seqd_semaphore *semaphore) {
    sem_init(&semaphore->value, 0, 0);
}

void seqd_semaphore_destroy(seqd_semaphore *semaphore) {
    sem_destroy(&semaphore->value);
}

void seqd_semaphore_post(seqd_semaphore *semaphore) {
    sem_post(&semaphore->value);
}

void seqd_semaphore_wait_until(seqd_semaphore *semaphore, int64_t nanoseconds) {
    struct timespec until = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    if (nanoseconds < 0) until = (struct timespec){0, 0};
    while (sem_clockwait(&semaphore->value, CLOCK_MONOTONIC, &until) != 0 && errno == EINTR) {}
}

void seqd_semaphore_wait(seqd_semaphore *semaphore) {
    while (sem_wait(&semaphore->value) != 0 && errno == EINTR) {}
}

struct start {
    void (*entry)(void *);
    void *context;
};

static void *run(void *argument) {
    struct start start = *(struct start *)argument;
    free(argument);
    start.entry(start.context);
    return NULL;
}

int seqd_thread_start(pthread_t *thread, const char *name, int priority, int *refusal,
                      void (*entry)(void *), void *context) {
    *refusal = 0;
    struct start *start = malloc(sizeof *start);
    if (!start) return ENOMEM;
    *start = (struct start){entry, context};
    // A thread takes over the mask: signals are for the main thread alone.
    sigset_t all, before;
    sigfillset(&all);
    // A fault must reach its handler, which gives the terminal back.
    const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigdelset(&all, faults[i]);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int status = pthread_create(thread, NULL, run, start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (status != 0) {
        free(start);
        return status;
    }
    if (priority > 0) {
        struct sched_param parameters = {.sched_priority = priority};
        *refusal = pthread_setschedparam(*thread, SCHED_FIFO, &parameters);
    }
    char kept[16];
    snprintf(kept, sizeof kept, "%s", name);
    pthread_setname_np(*thread, kept);
    return 0;
}

int64_t seqd_monotonic_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void seqd_sleep_until(int64_t nanoseconds) {
    struct timespec until = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {}
}

int seqd_processor_count(void) {
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
    // More processors than a cpu_set_t has room for.
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (int)online : 1;
}

int seqd_open_unnamed(const char *folder) {
    return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
}

int seqd_open_memory(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

int seqd_reserve(int descriptor, int64_t offset, int64_t length) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
        (rlim_t)(offset + length) > limit.rlim_cur)
        return EFBIG;
    if (fallocate(descriptor, FALLOC_FL_KEEP_SIZE, offset, length) == 0) return 0;
    switch (errno) {
    case ENOSPC: case EDQUOT: case EFBIG: case EIO: return errno;
    default: return 0;
    }
}

int seqd_open_identity(const char *path) {
    return open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
}

int seqd_name_unnamed(int descriptor, const char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    return linkat(AT_FDCWD, link, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

static sigset_t handled_signals(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigaddset(&set, SIGTSTP);
    return set;
}

static int signal_descriptor = -1;
static int wake_descriptor = -1;

int seqd_watch_signals(void) {
    sigset_t set = handled_signals();
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal_descriptor = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    wake_descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return signal_descriptor < 0 || wake_descriptor < 0 ? errno : 0;
}

int seqd_wait_for_signal(int milliseconds, int input) {
    struct pollfd watched[3] = {
        {signal_descriptor, POLLIN, 0}, {wake_descriptor, POLLIN, 0}, {input, POLLIN, 0}};
    if (poll(watched, 3, milliseconds) <= 0) return 0;
    if (watched[1].revents) {
        uint64_t count;
        (void)!read(wake_descriptor, &count, sizeof count);
    }
    struct signalfd_siginfo info;
    if (watched[0].revents && read(signal_descriptor, &info, sizeof info) == sizeof info)
        return (int)info.ssi_signo;
    return 0;
}

void seqd_wake(void) {
    uint64_t one = 1;
    (void)!write(wake_descriptor, &one, sizeof one);
}

int seqd_close_from(void *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int seqd_limit_files(int process, uint64_t bytes) {
    struct rlimit limit = {.rlim_cur = bytes, .rlim_max = bytes};
    return prlimit(process, RLIMIT_FSIZE, &limit, NULL);
}

void seqd_stop_process(void) {
    kill(getpid(), SIGSTOP);
}

void seqd_wait_writable(int descriptor) {
    struct pollfd wait = {.fd = descriptor, .events = POLLOUT};
    poll(&wait, 1, -1);
}

long seqd_peek_pipe(int descriptor, void *bytes, unsigned long size) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    long count;
    for (;;) {
        // Before the bytes are counted: none come after the end.
        struct pollfd writers = {.fd = descriptor};
        int has_ended = poll(&writers, 1, 0) > 0 && writers.revents & (POLLHUP | POLLERR);
        do count = tee(descriptor, ends[1], size, 0);
        while (count < 0 && errno == EINTR);
        if (count > 0) count = read(ends[0], bytes, (size_t)count);
        if (count <= 0 || (unsigned long)count >= size || has_ended) break;
        // A pipe that holds bytes is always ready: nothing tells that more was added.
        poll(NULL, 0, 10);
    }
    close(ends[0]);
    close(ends[1]);
    return count;
}

void seqd_use_one_heap(void) {
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, 1);
#endif
}
