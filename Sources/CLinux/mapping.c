#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <linux/capability.h>
#include <malloc.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// Since Linux 5.14; the C library's header may be older.
#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#endif

// The guarded ranges: read by a signal handler on any thread, so there are no locks and no lists. A
// range is free while its size is 0, and complete before the size is set.
enum { range_count = 1024 };
static struct range {
    atomic_uintptr_t start;
    atomic_size_t size;
    atomic_bool is_taken;
} ranges[range_count];
static struct sigaction previous;
static size_t page_size;

// Async-signal-safe: system calls and atomics only.
bool seqd_mapping_repair(const void *address) {
    uintptr_t place = (uintptr_t)address;
    for (int index = 0; index < range_count; index++) {
        struct range *range = &ranges[index];
        size_t size = atomic_load_explicit(&range->size, memory_order_acquire);
        uintptr_t start = atomic_load_explicit(&range->start, memory_order_relaxed);
        if (size == 0 || place < start || place - start >= size) continue;
        int error = errno;
        seqd_realtime_pause_check();
        void *page = mmap((void *)(place & ~(uintptr_t)(page_size - 1)), page_size, PROT_READ,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        seqd_realtime_resume_check();
        errno = error;
        return page != MAP_FAILED;
    }
    return false;
}

static void repair(int number, siginfo_t *info, void *context) {
    (void)context;
    if (info->si_code > 0 && seqd_mapping_repair(info->si_addr)) return;
    // A fault that is not of a guarded mapping: it occurs again when its instruction is repeated,
    // and the handler before this one sees it unchanged. A signal that was sent is sent again.
    int error = errno;
    sigaction(number, &previous, NULL);
    if (info->si_code <= 0) raise(number);
    errno = error;
}

static void install(void) {
    page_size = (size_t)sysconf(_SC_PAGESIZE);
    struct sigaction action = {.sa_sigaction = repair, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, &previous);
}

int seqd_mapping_guard(const void *start, size_t size) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
    for (int index = 0; index < range_count; index++) {
        struct range *range = &ranges[index];
        bool is_taken = false;
        if (!atomic_compare_exchange_strong(&range->is_taken, &is_taken, true)) continue;
        atomic_store_explicit(&range->start, (uintptr_t)start, memory_order_relaxed);
        atomic_store_explicit(&range->size, size, memory_order_release);
        return index;
    }
    return -1;
}

void seqd_mapping_release(int index) {
    if (index < 0 || index >= range_count) return;
    atomic_store_explicit(&ranges[index].size, 0, memory_order_release);
    atomic_store_explicit(&ranges[index].is_taken, false, memory_order_release);
}

void seqd_mapping_announce(const void *start, size_t size) {
    madvise((void *)start, size, MADV_WILLNEED);
}

void seqd_mapping_load(const void *start, size_t size) {
    if (size == 0) return;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t first = (uintptr_t)start & ~(page - 1);
    uintptr_t end = (uintptr_t)start + size;
    if (madvise((void *)first, end - first, MADV_POPULATE_READ) == 0) return;
    // An older kernel, or pages that are gone: the first reading of each brings it in.
    for (uintptr_t place = (uintptr_t)start; place < end; place = (place & ~(page - 1)) + page)
        (void)*(const volatile uint8_t *)place;
}

void seqd_mapping_drop(const void *start, size_t size) {
    // Locked pages cannot be dropped.
    munlock(start, size);
    madvise((void *)start, size, MADV_DONTNEED);
}

void seqd_mapping_drop_inside(const void *start, size_t size) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t first = ((uintptr_t)start + page - 1) & ~(page - 1);
    uintptr_t end = ((uintptr_t)start + size) & ~(page - 1);
    // Locked pages stay: they are somebody's who plays in real time.
    if (first < end) madvise((void *)first, end - first, MADV_DONTNEED);
}

static atomic_bool is_memory_locked;

void seqd_mapping_keep(const void *start, size_t size) {
    if (atomic_load(&is_memory_locked)) mlock2(start, size, MLOCK_ONFAULT);
}

bool seqd_may_lock_memory(uint64_t *limit) {
    struct rlimit allowed = {0};
    if (getrlimit(RLIMIT_MEMLOCK, &allowed) == 0 && allowed.rlim_cur == RLIM_INFINITY) return true;
    *limit = allowed.rlim_cur;
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {0};
    if (syscall(SYS_capget, &header, data) != 0) return false;
    return data[CAP_TO_INDEX(CAP_IPC_LOCK)].effective & CAP_TO_MASK(CAP_IPC_LOCK);
}

int seqd_lock_memory(void) {
    if (mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) != 0) return errno;
    atomic_store(&is_memory_locked, true);
    return 0;
}

void seqd_trim_memory(void) {
#ifdef __GLIBC__
    // Locked pages cannot be released. Unlocking evicts none, and those that are in memory are
    // locked again at once.
    bool is_locked = atomic_load(&is_memory_locked);
    if (is_locked) munlockall();
    malloc_trim(0);
    if (is_locked) mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT);
#endif
}
