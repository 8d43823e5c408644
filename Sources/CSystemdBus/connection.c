#include "library.h"

#include <stddef.h>
#include <time.h>

int seqd_bus_open(sd_bus **bus) { return bus_library.open_user(bus); }

void seqd_bus_close(sd_bus *bus) {
    bus_library.close(bus);
    bus_library.unref(bus);
}

int seqd_bus_descriptor(sd_bus *bus) { return bus_library.get_fd(bus); }

int seqd_bus_events(sd_bus *bus) { return bus_library.get_events(bus); }

int seqd_bus_patience(sd_bus *bus) {
    uint64_t due;
    if (bus_library.get_timeout(bus, &due) < 0 || due == UINT64_MAX) return -1;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    uint64_t now = (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
    if (due <= now) return 0;
    uint64_t milliseconds = (due - now + 999) / 1000;
    return milliseconds > 3600000 ? 3600000 : (int)milliseconds;
}

int seqd_bus_process(sd_bus *bus, sd_bus_message **message) {
    *message = NULL;
    return bus_library.process(bus, message);
}

uint64_t seqd_bus_waiting(sd_bus *bus) {
    uint64_t count = 0;
    return bus_library.get_n_queued_write(bus, &count) < 0 ? 0 : count;
}

int seqd_bus_send(sd_bus *bus, sd_bus_message *message, uint64_t *number) {
    return bus_library.send(bus, message, number);
}
