// Work that a plugin schedules on the audio thread, for a thread of its own.
#ifndef SEQD_LV2_WORKER_H
#define SEQD_LV2_WORKER_H

#include "ring.h"

#include <CLinux.h>
#include <lv2/worker/worker.h>
#include <pthread.h>

struct worker {
    /// NULL for a plugin that schedules nothing.
    const LV2_Worker_Interface *interface;
    LV2_Handle plugin;
    /// Whether there is a thread; before, work is done at once.
    bool has_thread;
    pthread_t thread;
    seqd_semaphore wake;
    atomic_bool is_ending;
    struct ring requests, responses;
    /// Room for one message of each queue.
    uint8_t *request, *response;
};

/// Makes a worker that does work at once.
void worker_init(struct worker *worker, const LV2_Worker_Interface *interface, LV2_Handle plugin);

/// Starts its thread, if its plugin needs one. Returns 0 or an errno.
int worker_start(struct worker *worker);

/// Ends its thread. Waits for work that has begun.
void worker_stop(struct worker *worker);

/// Frees its memory; `worker_stop` and then the end of the plugin come before.
void worker_destroy(struct worker *worker);

/// Takes work. Audio thread.
LV2_Worker_Status worker_schedule(LV2_Worker_Schedule_Handle handle, uint32_t size,
                                  const void *data);

/// Hands over the results of work, after the plugin has run. Audio thread.
void worker_deliver(struct worker *worker);

#endif
