// Memory that is there: as in Swift, a program that has none left ends.
#ifndef SEQD_LV2_MEMORY_H
#define SEQD_LV2_MEMORY_H

#include <stdlib.h>
#include <string.h>

static inline void *checked(void *memory) {
    if (!memory) abort();
    return memory;
}

/// Zeroed memory for some elements; never NULL.
static inline void *new_array(size_t count, size_t size) {
    return checked(calloc(count ? count : 1, size));
}

/// A copy of a text; NULL for NULL.
static inline char *copy_text(const char *text) { return text ? checked(strdup(text)) : NULL; }

#endif
