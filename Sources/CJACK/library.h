// The functions of JACK that are used, in its library once that is loaded.
//
// Declared as in JACK's API, version 1.9: its ABI has been the same since 2009, in JACK 1 and 2 and in
// PipeWire.
#ifndef SEQD_JACK_LIBRARY_H
#define SEQD_JACK_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

typedef struct jack_client jack_client;
typedef struct jack_port jack_port;
typedef uint32_t jack_nframes;

// In JACK's headers the structure is packed, which makes no difference.
typedef struct jack_latency_range {
    jack_nframes minimum, maximum;
} jack_latency_range;

enum {
    // jack_options_t
    JACK_NO_START_SERVER = 0x01,
    JACK_SERVER_NAME = 0x04,
    // jack_status_t
    JACK_SERVER_FAILED = 0x10,
    // JackPortFlags
    JACK_PORT_IS_INPUT = 0x1,
    JACK_PORT_IS_OUTPUT = 0x2,
    JACK_PORT_IS_PHYSICAL = 0x4,
    // jack_transport_state_t
    JACK_TRANSPORT_ROLLING = 1,
    JACK_TRANSPORT_LOOPING = 2,
    JACK_TRANSPORT_STARTING = 3,
    // jack_position_bits_t
    JACK_POSITION_BBT = 0x10,
    // jack_latency_callback_mode_t
    JACK_PLAYBACK_LATENCY = 1,
};

/// The first members of `jack_position_t`, and room for the others.
typedef struct jack_position {
    uint64_t unique;
    uint64_t microseconds;
    jack_nframes rate;
    jack_nframes frame;
    /// `jack_position_bits_t`: the members that have a value.
    uint32_t valid;
    int32_t bar, beat, tick;
    double bar_start_tick;
    float beats_per_bar, beat_type;
    double ticks_per_beat, beats_per_minute;
    uint8_t others[256];
} jack_position;

#define JACK_AUDIO_TYPE "32 bit float mono audio"

// Result, name without `jack_`, parameters.
#define JACK_FUNCTIONS(FUNCTION)                                                                   \
    FUNCTION(int, activate, (jack_client *))                                                       \
    FUNCTION(int, client_close, (jack_client *))                                                   \
    FUNCTION(jack_client *, client_open, (const char *, int, int *, ...))                          \
    FUNCTION(int, connect, (jack_client *, const char *, const char *))                            \
    FUNCTION(void, free, (void *))                                                                 \
    FUNCTION(jack_nframes, get_buffer_size, (jack_client *))                                       \
    FUNCTION(char *, get_client_name, (jack_client *))                                             \
    FUNCTION(int, get_cycle_times, (const jack_client *, jack_nframes *, uint64_t *, uint64_t *,   \
        float *))                                                                                  \
    FUNCTION(const char **, get_ports, (jack_client *, const char *, const char *, unsigned long)) \
    FUNCTION(jack_nframes, get_sample_rate, (jack_client *))                                       \
    FUNCTION(uint64_t, get_time, (void))                                                           \
    FUNCTION(void, on_shutdown, (jack_client *, void (*)(void *), void *))                         \
    FUNCTION(jack_port *, port_by_name, (jack_client *, const char *))                             \
    FUNCTION(const char **, port_get_all_connections, (const jack_client *, const jack_port *))    \
    FUNCTION(void *, port_get_buffer, (jack_port *, jack_nframes))                                 \
    FUNCTION(void, port_get_latency_range, (jack_port *, int, jack_latency_range *))               \
    FUNCTION(const char *, port_name, (const jack_port *))                                         \
    FUNCTION(jack_port *, port_register, (jack_client *, const char *, const char *,               \
        unsigned long, unsigned long))                                                             \
    FUNCTION(int, set_buffer_size_callback, (jack_client *, int (*)(jack_nframes, void *),         \
        void *))                                                                                   \
    FUNCTION(void, set_error_function, (void (*)(const char *)))                                   \
    FUNCTION(void, set_info_function, (void (*)(const char *)))                                    \
    FUNCTION(int, set_latency_callback, (jack_client *, void (*)(int, void *), void *))            \
    FUNCTION(int, set_port_connect_callback, (jack_client *, void (*)(uint32_t, uint32_t, int,     \
        void *), void *))                                                                          \
    FUNCTION(int, set_port_registration_callback, (jack_client *, void (*)(uint32_t, int, void *), \
        void *))                                                                                   \
    FUNCTION(int, set_process_callback, (jack_client *, int (*)(jack_nframes, void *), void *))    \
    FUNCTION(int, set_sample_rate_callback, (jack_client *, int (*)(jack_nframes, void *),         \
        void *))                                                                                   \
    FUNCTION(int, set_xrun_callback, (jack_client *, int (*)(void *), void *))                     \
    FUNCTION(int, set_timebase_callback, (jack_client *, int, void (*)(int, jack_nframes,          \
        jack_position *, int, void *), void *))                                                    \
    FUNCTION(int, transport_locate, (jack_client *, jack_nframes))                                 \
    FUNCTION(int, transport_query, (const jack_client *, jack_position *))                         \
    FUNCTION(void, transport_start, (jack_client *))                                               \
    FUNCTION(void, transport_stop, (jack_client *))

#define MEMBER(result, name, parameters) result(*name) parameters;
struct jack_functions {
    JACK_FUNCTIONS(MEMBER)
};
#undef MEMBER

/// May be called after `seqd_jack_problem` has returned NULL.
extern struct jack_functions jack_library __attribute__((visibility("hidden")));

#endif
