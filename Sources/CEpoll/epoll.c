#define _GNU_SOURCE
#include "CEpoll.h"

#include <errno.h>
#include <stddef.h>
#include <sys/socket.h>
#include <time.h>

static int wait_for(int epoll, struct epoll_event *events, int64_t nanoseconds) {
    struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    int count = epoll_pwait2(epoll, events, SEQD_POLL_EVENTS, nanoseconds < 0 ? NULL : &time, NULL);
    if (count >= 0 || errno != ENOSYS) return count;
    // Before Linux 5.11 there are only milliseconds.
    int64_t milliseconds = nanoseconds < 0 ? -1 : (nanoseconds + 999999) / 1000000;
    int limit = milliseconds > 1000000 ? 1000000 : (int)milliseconds;
    return epoll_wait(epoll, events, SEQD_POLL_EVENTS, limit);
}

int seqd_epoll_wait(int epoll, seqd_poll_event *events, int64_t nanoseconds) {
    struct epoll_event found[SEQD_POLL_EVENTS];
    int count = wait_for(epoll, found, nanoseconds);
    for (int index = 0; index < count; index++) {
        events[index].descriptor = found[index].data.fd;
        events[index].events = found[index].events;
    }
    return count;
}

int seqd_epoll_control(int epoll, int operation, int descriptor, uint32_t events) {
    struct epoll_event event = {.events = events, .data.fd = descriptor};
    return epoll_ctl(epoll, operation, descriptor, &event);
}

int seqd_poll_bell(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

int seqd_accept(int listener) {
    return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}
