#include "worker.h"

#include "memory.h"

void worker_init(struct worker *worker, const LV2_Worker_Interface *interface, LV2_Handle plugin) {
    worker->plugin = plugin;
    worker->interface = interface;
    if (!interface) return;
    seqd_semaphore_init(&worker->wake);
    atomic_init(&worker->is_ending, false);
    ring_init(&worker->requests);
    ring_init(&worker->responses);
    worker->request = new_array(RING_SIZE, 1);
    worker->response = new_array(RING_SIZE, 1);
}

static LV2_Worker_Status respond(LV2_Worker_Respond_Handle handle, uint32_t size,
                                 const void *data) {
    struct worker *worker = handle;
    return ring_write(&worker->responses, size, data) ? LV2_WORKER_SUCCESS
                                                      : LV2_WORKER_ERR_NO_SPACE;
}

LV2_Worker_Status worker_schedule(LV2_Worker_Schedule_Handle handle, uint32_t size,
                                  const void *data) {
    struct worker *worker = handle;
    // While the plugin is being instantiated it has no work to do yet.
    if (!worker->interface) return LV2_WORKER_ERR_UNKNOWN;
    if (!worker->has_thread) {
        return worker->interface->work(worker->plugin, respond, worker, size, data);
    }
    if (!ring_write(&worker->requests, size, data)) return LV2_WORKER_ERR_NO_SPACE;
    seqd_semaphore_post(&worker->wake);
    return LV2_WORKER_SUCCESS;
}

void worker_deliver(struct worker *worker) {
    if (!worker->interface) return;
    uint32_t size;
    while (ring_read(&worker->responses, &size, worker->response)) {
        if (!worker->interface->work_response) continue;
        worker->interface->work_response(worker->plugin, size, worker->response);
    }
    if (worker->interface->end_run) worker->interface->end_run(worker->plugin);
}

static void work(void *context) {
    struct worker *worker = context;
    for (;;) {
        seqd_semaphore_wait(&worker->wake);
        if (atomic_load(&worker->is_ending)) return;
        uint32_t size;
        while (ring_read(&worker->requests, &size, worker->request)) {
            worker->interface->work(worker->plugin, respond, worker, size, worker->request);
        }
    }
}

int worker_start(struct worker *worker) {
    if (!worker->interface) return 0;
    int refusal;
    int error = seqd_thread_start(&worker->thread, "seqd-plugin", 0, &refusal, work, worker);
    worker->has_thread = error == 0;
    return error;
}

void worker_stop(struct worker *worker) {
    if (!worker->has_thread) return;
    atomic_store(&worker->is_ending, true);
    seqd_semaphore_post(&worker->wake);
    pthread_join(worker->thread, NULL);
    worker->has_thread = false;
}

void worker_destroy(struct worker *worker) {
    if (!worker->interface) return;
    seqd_semaphore_destroy(&worker->wake);
    ring_destroy(&worker->requests);
    ring_destroy(&worker->responses);
    free(worker->request);
    free(worker->response);
}
