// The transport of a JACK server.
#include "client.h"

/// The longest latency of the ports that play.
static uint32_t hardware_latency(seqd_jack *jack) {
    uint32_t latency = 0;
    const char **names = seqd_jack_playback_ports(jack);
    for (const char **name = names; name && *name; name++) {
        jack_port *port = jack_library.port_by_name(jack->client, *name);
        if (!port) continue;
        jack_latency_range range = {0, 0};
        jack_library.port_get_latency_range(port, JACK_PLAYBACK_LATENCY, &range);
        if (range.maximum > latency) latency = range.maximum;
    }
    seqd_jack_free_names(names);
    return latency;
}

seqd_jack_transport seqd_jack_query_transport(seqd_jack *jack) {
    jack_position position = {0};
    int state = jack_library.transport_query(jack->client, &position);
    int64_t age = ((int64_t)jack_library.get_time() - (int64_t)position.microseconds) * 1000;
    if (position.microseconds == 0) age = 0;
    // In the cycle after a jump JACK 2 has no rate in the position.
    uint32_t rate = jack->rate;
    bool has_beats = position.valid & JACK_POSITION_BBT;
    return (seqd_jack_transport){
        .is_rolling = state == JACK_TRANSPORT_ROLLING || state == JACK_TRANSPORT_LOOPING,
        .seconds = (double)position.frame / rate,
        .time = seqd_monotonic_nanoseconds() - age +
                (int64_t)hardware_latency(jack) * 1000000000 / rate,
        .is_starting = state == JACK_TRANSPORT_STARTING,
        .bar = has_beats ? position.bar : 0,
        .beat = has_beats ? position.beat : 0,
        .tick = has_beats ? position.tick : 0,
        .ticks_per_beat = has_beats ? position.ticks_per_beat : 0,
        .beats_per_minute = has_beats ? position.beats_per_minute : 0,
        .beats_per_bar = has_beats ? position.beats_per_bar : 0,
        .beat_type = has_beats ? position.beat_type : 0,
    };
}
