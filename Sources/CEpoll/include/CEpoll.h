// Parts of the C library that Swift cannot import, for the daemon's event loop.
#ifndef CEPOLL_H
#define CEPOLL_H

#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

/// An event at a descriptor: a plain `epoll_event`.
typedef struct seqd_poll_event {
    int descriptor;
    uint32_t events;
} seqd_poll_event;

/// The most events that are given at once.
enum { SEQD_POLL_EVENTS = 256 };

/// Waits for events, at most for a time in nanoseconds; without an end if it is negative.
///
/// Returns their number, or -1 with errno. There is room for SEQD_POLL_EVENTS.
int seqd_epoll_wait(int epoll, seqd_poll_event *events, int64_t nanoseconds);

/// Changes what is watched for at a descriptor, epoll_ctl(2). Returns 0, or -1 with errno.
int seqd_epoll_control(int epoll, int operation, int descriptor, uint32_t events);

/// Makes a descriptor that wakes a loop, eventfd(2): it does not block and is closed by exec.
int seqd_poll_bell(void);

/// Accepts a connection: its descriptor does not block and is closed by exec. Returns -1 with errno.
int seqd_accept(int listener);

#endif
