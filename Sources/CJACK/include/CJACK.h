// JACK's client library, loaded when it is first needed, and a client that plays a ring of frames.
//
// The headers of JACK are not needed: the functions that are used are declared in `library.h`.
#ifndef CJACK_H
#define CJACK_H

#include <stdbool.h>
#include <stdint.h>

/// The most ports of a client.
enum { SEQD_JACK_PORTS = 32 };

/// Loads JACK's library if that has not been done. Returns NULL, or why it cannot be loaded.
const char *seqd_jack_problem(void);

/// The path of the library that is loaded; NULL for none.
const char *seqd_jack_path(void);

/// The version of the library that is loaded, as it tells it; NULL if it does not.
const char *seqd_jack_version(void);

/// Returns the last message of this thread that JACK would have printed and forgets it; an empty
/// string where there is none.
const char *seqd_jack_take_message(void);

/// Whether a client runs.
typedef enum seqd_jack_state {
    SEQD_JACK_RUNS,
    /// The server has ended, or has removed the client.
    SEQD_JACK_ENDED,
    /// The server runs at another rate from now on.
    SEQD_JACK_RATE,
    /// The server's period is longer than the ring from now on.
    SEQD_JACK_PERIOD,
} seqd_jack_state;

/// A client with output ports, and the ring of frames that it plays.
///
/// One thread writes and waits. Ports and connections are another's, or the same's. JACK's threads
/// call back: they take no lock and allocate nothing.
typedef struct seqd_jack seqd_jack;

/// Opens a client, after `seqd_jack_problem` has returned NULL. No server is started.
///
/// - server: The server's name; NULL for the usual one.
/// - is_missing: Set to whether there is no server.
///
/// Returns NULL if that fails; `seqd_jack_take_message` may have the reason.
seqd_jack *seqd_jack_open(const char *name, const char *server, bool *is_missing);

/// Closes a client; what is not JACK's can still be called: the ring, the figures and the state.
void seqd_jack_leave(seqd_jack *jack);

/// Closes a client and frees it.
void seqd_jack_close(seqd_jack *jack);

/// The clients that a server has lost and that have not been closed: JACK frees them when the next one
/// is opened.
int seqd_jack_lost(void);

/// The name that the server has given the client.
const char *seqd_jack_name(const seqd_jack *jack);
uint32_t seqd_jack_rate(const seqd_jack *jack);
/// The frames of a period of the server.
uint32_t seqd_jack_period(const seqd_jack *jack);

/// Adds a port; before `seqd_jack_start`. Returns whether the server takes it.
bool seqd_jack_add_port(seqd_jack *jack, const char *name);

/// Makes the ring, and has the server call the client. Returns whether it does.
bool seqd_jack_start(seqd_jack *jack, uint32_t capacity);

/// The state; any thread.
seqd_jack_state seqd_jack_current_state(const seqd_jack *jack);

// MARK: The thread that writes

/// Writes interleaved frames into the ring. Returns how many there was room for.
///
/// Nothing is played until the ring is full, or is being drained; after an underrun too.
uint32_t seqd_jack_write(seqd_jack *jack, const float *samples, uint32_t frames);

/// Has the frames in the ring played although it is not full; that it runs empty is no underrun then.
/// Writing ends that.
void seqd_jack_drain(seqd_jack *jack, bool is_draining);

/// The frames in the ring.
uint32_t seqd_jack_unread(const seqd_jack *jack);

/// The number of the server's calls.
uint64_t seqd_jack_cycles(const seqd_jack *jack);

/// Waits for room in the ring, the end of a cycle while it is drained, or a change of the state; at
/// most until the monotonic clock shows this.
void seqd_jack_wait(seqd_jack *jack, int64_t nanoseconds);

/// The underruns of the ring since the last call.
uint32_t seqd_jack_take_xruns(seqd_jack *jack);

/// The server's xruns since the last call, by which the ring has lost nothing.
uint32_t seqd_jack_take_server_xruns(seqd_jack *jack);

/// The time in nanoseconds of the monotonic clock at which the next frame that is written leaves the
/// server's devices; -1 before the first cycle.
int64_t seqd_jack_end_time(const seqd_jack *jack);

/// The frames between a call of the server and the time at which its frames leave the devices; 0
/// while nothing is connected. Any thread.
uint32_t seqd_jack_latency(const seqd_jack *jack);

// MARK: The transport

/// The transport of a server.
typedef struct seqd_jack_transport {
    bool is_rolling;
    /// Whether it waits for clients before it rolls.
    bool is_starting;
    /// Its position.
    double seconds;
    /// The time at which the sound of that position is heard, in nanoseconds of the monotonic clock.
    int64_t time;
    /// The position in bars from 1, beats from 1 and ticks from 0; bar 0 if no client tells it.
    int32_t bar, beat, tick;
    double ticks_per_beat, beats_per_minute;
    float beats_per_bar, beat_type;
} seqd_jack_transport;

/// Asks for the transport; after `seqd_jack_start`.
seqd_jack_transport seqd_jack_query_transport(seqd_jack *jack);

// MARK: Leading the transport

/// A part of the transport's time with one tempo and one meter.
typedef struct seqd_jack_beats {
    /// The position at which it begins.
    double seconds;
    /// The bar there, from 1, the ticks since its start, and the tick at its start.
    int32_t bar;
    double ticks, bar_start;
    double ticks_per_second, ticks_per_beat;
    float beats_per_bar, beat_type;
} seqd_jack_beats;

/// Has the server ask this client for bars and beats; after `seqd_jack_start`. Returns whether it does:
/// it asks no other client then.
bool seqd_jack_tell_beats(seqd_jack *jack);

/// Sets the parts from which bars and beats are worked out, in the order of time; none for positions
/// without. Returns whether there was memory.
///
/// One thread.
bool seqd_jack_set_beats(seqd_jack *jack, const seqd_jack_beats *parts, uint32_t count);

/// Starts or stops the transport.
void seqd_jack_roll(seqd_jack *jack, bool is_rolling);

/// Moves the transport to a frame of its rate, at the next cycle. Returns whether the server does.
bool seqd_jack_locate(seqd_jack *jack, uint32_t frame);

// MARK: Connections

/// Waits until ports or connections may have changed, or `seqd_jack_wake`; at most until the monotonic
/// clock shows this, INT64_MAX for ever.
void seqd_jack_wait_for_change(seqd_jack *jack, int64_t nanoseconds);

/// Wakes the thread that waits for a change.
void seqd_jack_wake(seqd_jack *jack);

/// The names of the ports of hardware that play; NULL for none. To be freed by `seqd_jack_free_names`.
const char **seqd_jack_playback_ports(seqd_jack *jack);

/// The names of the ports that a port, 0 …, is connected to; as above.
const char **seqd_jack_connections(seqd_jack *jack, uint32_t port);

void seqd_jack_free_names(const char **names);

/// Whether the server has a port.
bool seqd_jack_has_port(seqd_jack *jack, const char *name);

/// Connects a port, 0 …, to another client's. Returns whether they are connected now.
bool seqd_jack_connect(seqd_jack *jack, uint32_t port, const char *name);

#endif
