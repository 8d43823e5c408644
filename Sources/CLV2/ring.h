// A queue of messages from one thread to another, without a lock.
#ifndef SEQD_LV2_RING_H
#define SEQD_LV2_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/// The bytes of a queue, each message with four for its size: a power of 2.
#define RING_SIZE 65536u

struct ring {
    /// The bytes that were written and read so far; they wrap.
    _Atomic uint32_t written, read;
    uint8_t *bytes;
};

void ring_init(struct ring *ring);
void ring_destroy(struct ring *ring);

/// Adds a message, or returns false if there is no room. The writing thread.
bool ring_write(struct ring *ring, uint32_t size, const void *data);

/// Takes the first message into `data`, which has room for RING_SIZE bytes; returns false if there
/// is none. The reading thread.
bool ring_read(struct ring *ring, uint32_t *size, void *data);

#endif
