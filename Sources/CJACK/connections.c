// The connections of a client's ports to those of others.
#include "client.h"

#include <errno.h>

void seqd_jack_wait_for_change(seqd_jack *jack, int64_t nanoseconds) {
    if (nanoseconds == INT64_MAX) {
        seqd_semaphore_wait(&jack->change);
    } else {
        seqd_semaphore_wait_until(&jack->change, nanoseconds);
    }
}

void seqd_jack_wake(seqd_jack *jack) { seqd_semaphore_post(&jack->change); }

const char **seqd_jack_playback_ports(seqd_jack *jack) {
    return jack_library.get_ports(jack->client, NULL, JACK_AUDIO_TYPE,
                                  JACK_PORT_IS_INPUT | JACK_PORT_IS_PHYSICAL);
}

const char **seqd_jack_connections(seqd_jack *jack, uint32_t port) {
    if (port >= jack->port_count) return NULL;
    return jack_library.port_get_all_connections(jack->client, jack->ports[port]);
}

void seqd_jack_free_names(const char **names) {
    if (names) jack_library.free(names);
}

bool seqd_jack_has_port(seqd_jack *jack, const char *name) {
    return jack_library.port_by_name(jack->client, name) != NULL;
}

bool seqd_jack_connect(seqd_jack *jack, uint32_t port, const char *name) {
    if (port >= jack->port_count) return false;
    int status = jack_library.connect(jack->client, jack_library.port_name(jack->ports[port]), name);
    return status == 0 || status == EEXIST;
}
