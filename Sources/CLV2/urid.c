#include "urid.h"

#include "memory.h"

#include <pthread.h>
#include <stdint.h>

// A URI has its number for the life of the process, as plugins keep both.
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
/// The URIs by their numbers, from 1.
static char **uris;
static uint32_t count, room;
/// Numbers by the hashes of their URIs, 0 where there is none: at least twice as many as there are
/// URIs, a power of 2.
static uint32_t *table;
static uint32_t table_size;

/// FNV-1a.
static uint32_t hash(const char *uri) {
    uint32_t value = 2166136261u;
    for (; *uri; uri++) value = (value ^ (uint8_t)*uri) * 16777619u;
    return value;
}

/// The entry of the table with a URI, or the one that is free for it.
static uint32_t *entry_of(const char *uri) {
    uint32_t i = hash(uri) & (table_size - 1);
    while (table[i] && strcmp(uris[table[i]], uri) != 0) i = (i + 1) & (table_size - 1);
    return &table[i];
}

static void grow(void) {
    room = room ? 2 * room : 1024;
    uris = checked(realloc(uris, room * sizeof *uris));
    free(table);
    table_size = 2 * room;
    table = new_array(table_size, sizeof *table);
    for (uint32_t number = 1; number <= count; number++) *entry_of(uris[number]) = number;
}

static LV2_URID map(LV2_URID_Map_Handle handle, const char *uri) {
    (void)handle;
    pthread_mutex_lock(&mutex);
    if (count + 1 >= room) grow();
    uint32_t *entry = entry_of(uri);
    if (!*entry) {
        *entry = ++count;
        uris[count] = copy_text(uri);
    }
    LV2_URID number = *entry;
    pthread_mutex_unlock(&mutex);
    return number;
}

static const char *unmap(LV2_URID_Unmap_Handle handle, LV2_URID number) {
    (void)handle;
    pthread_mutex_lock(&mutex);
    const char *uri = number > 0 && number <= count ? uris[number] : NULL;
    pthread_mutex_unlock(&mutex);
    return uri;
}

LV2_URID_Map seqd_lv2_map = {NULL, map};
LV2_URID_Unmap seqd_lv2_unmap = {NULL, unmap};
