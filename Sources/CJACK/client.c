// A client whose output ports play a ring of frames.
#include "client.h"

#include <stdlib.h>
#include <string.h>

/// Plays frames of the ring, and silence after them.
static void play(seqd_jack *jack, float **outputs, uint32_t count, uint32_t frames) {
    uint64_t read = atomic_load_explicit(&jack->read, memory_order_relaxed);
    for (uint32_t port = 0; port < jack->port_count; port++) {
        float *output = outputs[port];
        if (!output) continue;
        uint32_t index = read % jack->capacity;
        for (uint32_t frame = 0; frame < count; frame++) {
            output[frame] = jack->ring[index * jack->port_count + port];
            if (++index == jack->capacity) index = 0;
        }
        memset(output + count, 0, (frames - count) * sizeof *output);
    }
    atomic_store_explicit(&jack->read, read + count, memory_order_release);
}

/// Publishes the time at which the next frame of the ring begins to be played.
static void note_time(seqd_jack *jack, uint32_t frames) {
    jack_nframes cycle;
    uint64_t begin, next;
    float period;
    int64_t now = seqd_monotonic_nanoseconds();
    int64_t time = now;
    // JACK's clock need not be the system's.
    if (jack_library.get_cycle_times(jack->client, &cycle, &begin, &next, &period) == 0) {
        time -= ((int64_t)jack_library.get_time() - (int64_t)begin) * 1000;
    }
    // A ring that is filled is played from the next cycle on.
    if (!jack->is_playing) time += (int64_t)frames * 1000000000 / jack->rate;
    uint64_t read = atomic_load_explicit(&jack->read, memory_order_relaxed);
    uint32_t turn = atomic_load_explicit(&jack->turn, memory_order_relaxed);
    atomic_store_explicit(&jack->turn, turn + 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&jack->cycle_time, time, memory_order_relaxed);
    atomic_store_explicit(&jack->cycle_read, read, memory_order_relaxed);
    atomic_store_explicit(&jack->turn, turn + 2, memory_order_release);
}

static int process(jack_nframes frames, void *context) {
    seqd_jack *jack = context;
    float *outputs[SEQD_JACK_PORTS];
    for (uint32_t port = 0; port < jack->port_count; port++) {
        outputs[port] = jack_library.port_get_buffer(jack->ports[port], frames);
    }
    bool is_draining = atomic_load_explicit(&jack->is_draining, memory_order_acquire);
    uint32_t unread = seqd_jack_unread(jack);
    if (unread >= jack->capacity || (is_draining && unread > 0)) jack->is_playing = true;
    note_time(jack, frames);
    uint32_t count = jack->is_playing ? (unread < frames ? unread : frames) : 0;
    play(jack, outputs, count, frames);
    if (jack->is_playing && count < frames) {
        jack->is_playing = false;
        if (!is_draining) atomic_fetch_add_explicit(&jack->xruns, 1, memory_order_relaxed);
    }
    atomic_fetch_add_explicit(&jack->cycles, 1, memory_order_release);
    if (count > 0 || is_draining) seqd_semaphore_post(&jack->room);
    return 0;
}

/// The clients that do not run any more and have not been closed.
static _Atomic int lost_clients;

int seqd_jack_lost(void) { return atomic_load(&lost_clients); }

/// Changes the state of a client that runs. Returns whether it did.
static bool leave_running(seqd_jack *jack, int state) {
    int running = SEQD_JACK_RUNS;
    return atomic_compare_exchange_strong(&jack->state, &running, state);
}

static void change_state(seqd_jack *jack, int state) {
    // JACK does not always wait for the thread that calls this before it closes the client.
    atomic_fetch_add(&jack->calls, 1);
    if (leave_running(jack, state)) atomic_fetch_add(&lost_clients, 1);
    seqd_semaphore_post(&jack->change);
    seqd_semaphore_post(&jack->room);
    atomic_fetch_sub(&jack->calls, 1);
}

static void shut_down(void *context) { change_state(context, SEQD_JACK_ENDED); }

static int note_rate(jack_nframes rate, void *context) {
    seqd_jack *jack = context;
    if (rate != jack->rate) change_state(jack, SEQD_JACK_RATE);
    return 0;
}

static int note_period(jack_nframes period, void *context) {
    seqd_jack *jack = context;
    if (jack->port_count > 0 && period > jack->capacity) change_state(jack, SEQD_JACK_PERIOD);
    return 0;
}

static int note_xrun(void *context) {
    seqd_jack *jack = context;
    atomic_fetch_add_explicit(&jack->server_xruns, 1, memory_order_relaxed);
    return 0;
}

static void note_latency(int mode, void *context) {
    seqd_jack *jack = context;
    if (mode != JACK_PLAYBACK_LATENCY) return;
    uint32_t latency = 0;
    for (uint32_t port = 0; port < jack->port_count; port++) {
        jack_latency_range range = {0, 0};
        jack_library.port_get_latency_range(jack->ports[port], mode, &range);
        if (range.maximum > latency) latency = range.maximum;
    }
    atomic_store_explicit(&jack->latency, latency, memory_order_relaxed);
}

static void note_connection(uint32_t first, uint32_t second, int is_new, void *context) {
    (void)first, (void)second, (void)is_new;
    seqd_semaphore_post(&((seqd_jack *)context)->change);
}

static void note_registration(uint32_t port, int is_new, void *context) {
    (void)port, (void)is_new;
    seqd_semaphore_post(&((seqd_jack *)context)->change);
}

seqd_jack *seqd_jack_open(const char *name, const char *server, bool *is_missing) {
    *is_missing = false;
    seqd_jack *jack = calloc(1, sizeof *jack);
    if (!jack) return NULL;
    int status = 0;
    int options = JACK_NO_START_SERVER | (server ? JACK_SERVER_NAME : 0);
    jack->client = jack_library.client_open(name, options, &status, server);
    if (!jack->client) {
        *is_missing = (status & JACK_SERVER_FAILED) != 0;
        free(jack);
        return NULL;
    }
    jack->rate = jack_library.get_sample_rate(jack->client);
    seqd_semaphore_init(&jack->room);
    seqd_semaphore_init(&jack->change);
    atomic_init(&jack->cycle_time, -1);
    jack_library.on_shutdown(jack->client, shut_down, jack);
    return jack;
}

void seqd_jack_leave(seqd_jack *jack) {
    if (atomic_exchange(&jack->has_left, true)) return;
    bool was_running = leave_running(jack, SEQD_JACK_ENDED);
    jack_library.client_close(jack->client);
    if (!was_running) atomic_fetch_sub(&lost_clients, 1);
}

void seqd_jack_close(seqd_jack *jack) {
    seqd_jack_leave(jack);
    while (atomic_load(&jack->calls) > 0) {
        seqd_sleep_until(seqd_monotonic_nanoseconds() + 1000000);
    }
    seqd_semaphore_destroy(&jack->room);
    seqd_semaphore_destroy(&jack->change);
    seqd_jack_free_beats(jack, true);
    free(jack->ring);
    free(jack);
}

const char *seqd_jack_name(const seqd_jack *jack) {
    return jack_library.get_client_name(jack->client);
}

uint32_t seqd_jack_rate(const seqd_jack *jack) { return jack->rate; }

uint32_t seqd_jack_period(const seqd_jack *jack) {
    return jack_library.get_buffer_size(jack->client);
}

bool seqd_jack_add_port(seqd_jack *jack, const char *name) {
    if (jack->port_count == SEQD_JACK_PORTS) return false;
    jack_port *port = jack_library.port_register(jack->client, name, JACK_AUDIO_TYPE,
                                                 JACK_PORT_IS_OUTPUT, 0);
    if (!port) return false;
    jack->ports[jack->port_count++] = port;
    return true;
}

bool seqd_jack_start(seqd_jack *jack, uint32_t capacity) {
    jack->capacity = capacity;
    // A client without ports has a ring all the same, which nobody writes to.
    size_t ports = jack->port_count > 0 ? jack->port_count : 1;
    jack->ring = calloc(capacity * ports, sizeof *jack->ring);
    if (!jack->ring) return false;
    jack_client *client = jack->client;
    return jack_library.set_process_callback(client, process, jack) == 0 &&
           jack_library.set_sample_rate_callback(client, note_rate, jack) == 0 &&
           jack_library.set_buffer_size_callback(client, note_period, jack) == 0 &&
           jack_library.set_xrun_callback(client, note_xrun, jack) == 0 &&
           jack_library.set_latency_callback(client, note_latency, jack) == 0 &&
           jack_library.set_port_connect_callback(client, note_connection, jack) == 0 &&
           jack_library.set_port_registration_callback(client, note_registration, jack) == 0 &&
           jack_library.activate(client) == 0;
}

seqd_jack_state seqd_jack_current_state(const seqd_jack *jack) {
    return (seqd_jack_state)atomic_load(&jack->state);
}

uint32_t seqd_jack_write(seqd_jack *jack, const float *samples, uint32_t frames) {
    seqd_jack_drain(jack, false);
    uint64_t written = atomic_load_explicit(&jack->written, memory_order_relaxed);
    uint32_t room = jack->capacity - seqd_jack_unread(jack);
    uint32_t count = frames < room ? frames : room;
    uint32_t index = written % jack->capacity;
    uint32_t first = jack->capacity - index < count ? jack->capacity - index : count;
    size_t size = sizeof *samples * jack->port_count;
    memcpy(jack->ring + (size_t)index * jack->port_count, samples, first * size);
    memcpy(jack->ring, samples + (size_t)first * jack->port_count, (count - first) * size);
    atomic_store_explicit(&jack->written, written + count, memory_order_release);
    return count;
}

void seqd_jack_drain(seqd_jack *jack, bool is_draining) {
    atomic_store_explicit(&jack->is_draining, is_draining, memory_order_release);
}

uint32_t seqd_jack_unread(const seqd_jack *jack) {
    uint64_t read = atomic_load_explicit(&jack->read, memory_order_acquire);
    return (uint32_t)(atomic_load_explicit(&jack->written, memory_order_acquire) - read);
}

uint64_t seqd_jack_cycles(const seqd_jack *jack) {
    return atomic_load_explicit(&jack->cycles, memory_order_acquire);
}

void seqd_jack_wait(seqd_jack *jack, int64_t nanoseconds) {
    seqd_semaphore_wait_until(&jack->room, nanoseconds);
}

uint32_t seqd_jack_take_xruns(seqd_jack *jack) {
    return atomic_exchange_explicit(&jack->xruns, 0, memory_order_relaxed);
}

uint32_t seqd_jack_take_server_xruns(seqd_jack *jack) {
    return atomic_exchange_explicit(&jack->server_xruns, 0, memory_order_relaxed);
}

int64_t seqd_jack_end_time(const seqd_jack *jack) {
    int64_t time;
    uint64_t read;
    uint32_t turn;
    do {
        turn = atomic_load_explicit(&jack->turn, memory_order_acquire);
        time = atomic_load_explicit(&jack->cycle_time, memory_order_relaxed);
        read = atomic_load_explicit(&jack->cycle_read, memory_order_relaxed);
        atomic_thread_fence(memory_order_acquire);
    } while (turn & 1 || turn != atomic_load_explicit(&jack->turn, memory_order_relaxed));
    if (time < 0) return -1;
    uint64_t frames = atomic_load_explicit(&jack->written, memory_order_relaxed) - read;
    frames += seqd_jack_latency(jack);
    return time + (int64_t)frames * 1000000000 / jack->rate;
}

uint32_t seqd_jack_latency(const seqd_jack *jack) {
    return atomic_load_explicit(&jack->latency, memory_order_relaxed);
}
