// The state of a client.
#ifndef SEQD_JACK_CLIENT_H
#define SEQD_JACK_CLIENT_H

#include "CJACK.h"
#include "library.h"

#include <CLinux.h>
#include <stdatomic.h>

/// Parts of one tempo and one meter.
struct seqd_jack_beat_list {
    struct seqd_jack_beat_list *next;
    /// The cycles when it was replaced.
    uint64_t replaced_at;
    uint32_t count;
    seqd_jack_beats parts[];
};

/// Frees the lists that nothing reads any more; all of them if the client is closed.
void seqd_jack_free_beats(seqd_jack *jack, bool is_closed);

struct seqd_jack {
    jack_client *client;
    uint32_t rate;
    jack_port *ports[SEQD_JACK_PORTS];
    uint32_t port_count;

    /// Interleaved frames.
    float *ring;
    /// The frames of the ring.
    uint32_t capacity;
    /// The frames that were written and read since the start.
    _Atomic uint64_t written, read;
    /// Whether the ring is played although it is not full.
    _Atomic bool is_draining;
    /// Of the process callback only: whether the ring is played.
    bool is_playing;

    _Atomic uint64_t cycles;
    _Atomic uint32_t xruns, server_xruns;
    _Atomic uint32_t latency;
    /// A `seqd_jack_state`.
    _Atomic int state;
    /// Whether the client was closed, which is done once.
    _Atomic bool has_left;
    /// The calls that change the state and have not returned.
    _Atomic int calls;

    /// Odd while the two values below change.
    _Atomic uint32_t turn;
    /// The time at which the frame with number `cycle_read` is played, without the latency.
    _Atomic int64_t cycle_time;
    _Atomic uint64_t cycle_read;

    /// The parts from which bars and beats are worked out; NULL for none.
    _Atomic(struct seqd_jack_beat_list *) beats;
    /// Those from before, which the server's thread may still read.
    struct seqd_jack_beat_list *old_beats;

    /// Posted when the ring has room.
    seqd_semaphore room;
    /// Posted when ports or connections change.
    seqd_semaphore change;
};

#endif
