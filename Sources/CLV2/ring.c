#include "ring.h"

#include "memory.h"

void ring_init(struct ring *ring) {
    atomic_init(&ring->written, 0);
    atomic_init(&ring->read, 0);
    ring->bytes = new_array(RING_SIZE, 1);
}

void ring_destroy(struct ring *ring) { free(ring->bytes); }

/// The bytes before the end of the memory, of `size` from a position on.
static uint32_t first_part(uint32_t position, uint32_t size) {
    uint32_t before_end = RING_SIZE - (position & (RING_SIZE - 1));
    return size < before_end ? size : before_end;
}

static void put(struct ring *ring, uint32_t position, const void *data, uint32_t size) {
    uint32_t first = first_part(position, size);
    memcpy(ring->bytes + (position & (RING_SIZE - 1)), data, first);
    memcpy(ring->bytes, (const uint8_t *)data + first, size - first);
}

static void get(const struct ring *ring, uint32_t position, void *data, uint32_t size) {
    uint32_t first = first_part(position, size);
    memcpy(data, ring->bytes + (position & (RING_SIZE - 1)), first);
    memcpy((uint8_t *)data + first, ring->bytes, size - first);
}

bool ring_write(struct ring *ring, uint32_t size, const void *data) {
    uint32_t written = atomic_load_explicit(&ring->written, memory_order_relaxed);
    uint32_t used = written - atomic_load_explicit(&ring->read, memory_order_acquire);
    if (size > RING_SIZE - sizeof size || RING_SIZE - used < size + sizeof size) return false;
    put(ring, written, &size, sizeof size);
    if (size) put(ring, written + sizeof size, data, size);
    atomic_store_explicit(&ring->written, written + sizeof size + size, memory_order_release);
    return true;
}

bool ring_read(struct ring *ring, uint32_t *size, void *data) {
    uint32_t read = atomic_load_explicit(&ring->read, memory_order_relaxed);
    if (read == atomic_load_explicit(&ring->written, memory_order_acquire)) return false;
    get(ring, read, size, sizeof *size);
    get(ring, read + sizeof *size, data, *size);
    atomic_store_explicit(&ring->read, read + sizeof *size + *size, memory_order_release);
    return true;
}
