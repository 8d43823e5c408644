#include "CSndFile.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void seqd_sndfile_omit_peak_chunk(SNDFILE *file) {
    sf_command(file, SFC_SET_ADD_PEAK_CHUNK, NULL, SF_FALSE);
}

void seqd_sndfile_allow_downgrade(SNDFILE *file) {
    sf_command(file, SFC_RF64_AUTO_DOWNGRADE, NULL, SF_TRUE);
}

// A file in memory, and the position in it.
struct memory {
    const char *bytes;
    sf_count_t size;
    sf_count_t position;
};

static sf_count_t memory_size(void *data) { return ((struct memory *)data)->size; }

static sf_count_t memory_position(void *data) { return ((struct memory *)data)->position; }

static sf_count_t memory_seek(sf_count_t offset, int origin, void *data) {
    struct memory *memory = data;
    sf_count_t start = origin == SEEK_SET ? 0 : origin == SEEK_CUR ? memory->position : memory->size;
    if (offset >= -start && offset <= memory->size - start) memory->position = start + offset;
    return memory->position;
}

static sf_count_t memory_read(void *target, sf_count_t count, void *data) {
    struct memory *memory = data;
    sf_count_t rest = memory->size - memory->position;
    if (count > rest) count = rest;
    if (count <= 0) return 0;
    memcpy(target, memory->bytes + memory->position, (size_t)count);
    memory->position += count;
    return count;
}

// Whether a file may decode to more than full scale, which libsndfile would wrap around.
static bool is_lossy(const SF_INFO *info) {
    int type = info->format & SF_FORMAT_SUBMASK;
    return type == SF_FORMAT_VORBIS || type == SF_FORMAT_OPUS;
}

static int16_t clipped(float value) {
    return !(value > -1) ? -32767 : value >= 1 ? 32767 : (int16_t)lrintf(value * 32767);
}

static sf_count_t read_frames(SNDFILE *file, bool lossy, int16_t *frames, sf_count_t count) {
    enum { part = 1 << 10 };
    if (!lossy) return sf_readf_short(file, frames, count);
    sf_count_t done = 0;
    while (done < count) {
        float values[part];
        sf_count_t wanted = count - done < part ? count - done : part;
        sf_count_t got = sf_readf_float(file, values, wanted);
        for (sf_count_t index = 0; index < got; index++)
            frames[done + index] = clipped(values[index]);
        if (got <= 0) break;
        done += got;
    }
    return done;
}

// Takes what the decoder gives, whatever the file says: a few bytes may promise gigabytes.
static int64_t read_all(SNDFILE *file, bool lossy, sf_count_t expected, int16_t **frames) {
    enum { part = 1 << 16 };
    const sf_count_t limit = 1 << 28;
    sf_count_t count = 0, room = 0;
    for (;;) {
        if (count + part > room) {
            if (room > limit) return -1;
            // Right away what is said, up to a minute and a half.
            sf_count_t wanted = room ? room * 2 : (expected < 1 << 22 ? expected : 1 << 22) + part;
            int16_t *memory = realloc(*frames, (size_t)wanted * sizeof *memory);
            if (!memory) return -1;
            *frames = memory;
            room = wanted;
        }
        sf_count_t got = read_frames(file, lossy, *frames + count, part);
        if (got <= 0) break;
        count += got;
    }
    return count < expected ? -1 : count;
}

int64_t seqd_sndfile_decode(const void *bytes, int64_t size, int16_t **frames) {
    SF_VIRTUAL_IO access = {memory_size, memory_seek, memory_read, NULL, memory_position};
    struct memory memory = {bytes, size, 0};
    SF_INFO info = {0};
    *frames = NULL;
    SNDFILE *file = sf_open_virtual(&access, SFM_READ, &info, &memory);
    if (!file) return -1;
    int64_t count = -1;
    if (info.frames <= 0 || info.channels <= 0) count = 0;
    else if (info.channels == 1) count = read_all(file, is_lossy(&info), info.frames, frames);
    sf_close(file);
    if (count <= 0) {
        free(*frames);
        *frames = NULL;
        return count;
    }
    // The memory behind the frames is released.
    int16_t *fitting = realloc(*frames, (size_t)count * sizeof *fitting);
    if (fitting) *frames = fitting;
    return count;
}

int seqd_sndfile_get_instrument(SNDFILE *file, struct seqd_sndfile_instrument *instrument) {
    SF_INSTRUMENT data;
    if (sf_command(file, SFC_GET_INSTRUMENT, &data, sizeof data) != SF_TRUE) return 0;
    instrument->key = data.basenote;
    instrument->detune = data.detune;
    instrument->loop_count = data.loop_count;
    instrument->loop_start = data.loops[0].start;
    instrument->loop_end = data.loops[0].end;
    return 1;
}
