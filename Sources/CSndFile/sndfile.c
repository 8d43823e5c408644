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

void seqd_sndfile_set_loop(SNDFILE *file, uint32_t start, uint32_t end) {
    SF_INSTRUMENT instrument = {.gain = 1, .basenote = 60, .velocity_hi = 127, .key_hi = 127};
    instrument.loop_count = 1;
    instrument.loops[0].mode = SF_LOOP_FORWARD;
    instrument.loops[0].start = start;
    instrument.loops[0].end = end;
    sf_command(file, SFC_SET_INSTRUMENT, &instrument, sizeof instrument);
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

// A file in memory that grows as it is written.
struct growing {
    char *bytes;
    sf_count_t size, room, position;
};

static sf_count_t growing_size(void *data) { return ((struct growing *)data)->size; }

static sf_count_t growing_position(void *data) { return ((struct growing *)data)->position; }

static sf_count_t growing_seek(sf_count_t offset, int origin, void *data) {
    struct growing *file = data;
    sf_count_t start = origin == SEEK_SET ? 0 : origin == SEEK_CUR ? file->position : file->size;
    if (offset >= -start && offset <= file->size - start) file->position = start + offset;
    return file->position;
}

static sf_count_t growing_read(void *target, sf_count_t count, void *data) {
    struct growing *file = data;
    sf_count_t rest = file->size - file->position;
    if (count > rest) count = rest;
    if (count <= 0) return 0;
    memcpy(target, file->bytes + file->position, (size_t)count);
    file->position += count;
    return count;
}

static sf_count_t growing_write(const void *source, sf_count_t count, void *data) {
    struct growing *file = data;
    if (file->room - file->position < count) {
        sf_count_t room = (file->position + count) * 2;
        char *memory = realloc(file->bytes, (size_t)room);
        if (!memory) return 0;
        file->bytes = memory;
        file->room = room;
    }
    memcpy(file->bytes + file->position, source, (size_t)count);
    file->position += count;
    if (file->position > file->size) file->size = file->position;
    return count;
}

int64_t seqd_sndfile_encode_vorbis(
    const float *frames, int64_t count, int32_t rate, double quality, uint8_t **bytes
) {
    // The coder's memory for a call is on the stack.
    enum { part = 1 << 10 };
    SF_VIRTUAL_IO access = {
        growing_size, growing_seek, growing_read, growing_write, growing_position,
    };
    struct growing file = {0};
    SF_INFO info = {0};
    info.samplerate = rate;
    info.channels = 1;
    info.format = SF_FORMAT_OGG | SF_FORMAT_VORBIS;
    *bytes = NULL;
    SNDFILE *sound = sf_open_virtual(&access, SFM_WRITE, &info, &file);
    bool isComplete = sound != NULL;
    if (sound) {
        sf_command(sound, SFC_SET_VBR_ENCODING_QUALITY, &quality, sizeof quality);
        for (int64_t done = 0; done < count && isComplete; done += part) {
            sf_count_t wanted = count - done < part ? count - done : part;
            isComplete = sf_writef_float(sound, frames + done, wanted) == wanted;
        }
        if (sf_close(sound) != 0) isComplete = false;
    }
    if (!isComplete) {
        free(file.bytes);
        return -1;
    }
    *bytes = (uint8_t *)file.bytes;
    return file.size;
}

float seqd_sndfile_peak(const void *bytes, int64_t size, int64_t *count) {
    enum { part = 1 << 10 };
    SF_VIRTUAL_IO access = {memory_size, memory_seek, memory_read, NULL, memory_position};
    struct memory memory = {bytes, size, 0};
    SF_INFO info = {0};
    float values[part], peak = 0;
    *count = -1;
    SNDFILE *sound = sf_open_virtual(&access, SFM_READ, &info, &memory);
    if (!sound) return 0;
    *count = 0;
    if (info.channels == 1)
        for (;;) {
            sf_count_t got = sf_readf_float(sound, values, part);
            if (got <= 0) break;
            for (sf_count_t index = 0; index < got; index++)
                peak = fmaxf(peak, fabsf(values[index]));
            *count += got;
        }
    sf_close(sound);
    return peak;
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
