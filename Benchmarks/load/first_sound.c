/* Tells when the first sound since a device was opened was handed to ALSA.
 *
 * Preloaded into the daemon. Writes a line for each opening to the file $FIRST_SOUND: the time of
 * snd_pcm_open, the time at which the write with the first sample above −90 dBFS began, the time at
 * which the device's buffer was full, so that a real device would start (all in ns of the monotonic
 * clock), and the frame of that sample since the opening. Two channels of 32 bits; 1,024 frames of
 * buffer.
 */
#define _GNU_SOURCE
#include <alsa/asoundlib.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER = 1024 };

static int64_t opened, sounded, started, frames, first;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

int snd_pcm_open(snd_pcm_t **pcm, const char *name, snd_pcm_stream_t stream, int mode) {
    int (*real)(snd_pcm_t **, const char *, snd_pcm_stream_t, int) =
        dlsym(RTLD_NEXT, "snd_pcm_open");
    opened = now();
    sounded = started = frames = 0;
    return real(pcm, name, stream, mode);
}

static void tell(void) {
    const char *path = getenv("FIRST_SOUND");
    int file = path == NULL ? -1 : open(path, O_WRONLY | O_APPEND | O_CREAT, 0600);
    if (file < 0) return;
    dprintf(file, "%lld %lld %lld %lld\n", (long long)opened, (long long)sounded,
            (long long)started, (long long)first);
    close(file);
}

static int isHeard(int32_t sample) { return sample > 1 << 16 || sample < -(1 << 16); }

snd_pcm_sframes_t snd_pcm_writei(snd_pcm_t *pcm, const void *buffer, snd_pcm_uframes_t size) {
    snd_pcm_sframes_t (*real)(snd_pcm_t *, const void *, snd_pcm_uframes_t) =
        dlsym(RTLD_NEXT, "snd_pcm_writei");
    const int32_t *samples = buffer;
    int wasTold = sounded != 0 && started != 0;
    for (snd_pcm_uframes_t frame = 0; sounded == 0 && frame < size; frame++) {
        if (!isHeard(samples[2 * frame]) && !isHeard(samples[2 * frame + 1])) continue;
        sounded = now();
        first = frames + (int64_t)frame;
    }
    snd_pcm_sframes_t written = real(pcm, buffer, size);
    frames += written > 0 ? written : 0;
    if (started == 0 && frames >= BUFFER) started = now();
    if (!wasTold && sounded != 0 && started != 0) tell();
    return written;
}
