#include "CALSA.h"

#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

static _Thread_local char last_message[512];
static _Thread_local char taken_message[512];

static void keep_message(const char *file, int line, const char *function, int error,
                         const char *format, ...) {
    (void)file;
    (void)line;
    (void)function;
    // alsa-lib reports the cause first and each caller's view of it after that: keep the cause.
    if (last_message[0]) return;
    va_list arguments;
    va_start(arguments, format);
    int used = vsnprintf(last_message, sizeof last_message, format, arguments);
    va_end(arguments);
    if (error && used > 0 && (size_t)used < sizeof last_message) {
        snprintf(last_message + used, sizeof last_message - (size_t)used, ": %s",
                 snd_strerror(error));
    }
}

void seqd_alsa_install_log(void) {
    snd_lib_error_set_handler(keep_message);
}

const char *seqd_alsa_take_message(void) {
    snprintf(taken_message, sizeof taken_message, "%s", last_message);
    last_message[0] = 0;
    return taken_message;
}

const uint8_t *seqd_alsa_event_bytes(const snd_seq_event_t *event, size_t *count) {
    bool has = (event->flags & SND_SEQ_EVENT_LENGTH_MASK) == SND_SEQ_EVENT_LENGTH_VARIABLE &&
               event->data.ext.ptr;
    *count = has ? event->data.ext.len : 0;
    return has ? event->data.ext.ptr : NULL;
}

int seqd_alsa_sequencer_descriptor(snd_seq_t *sequencer) {
    struct pollfd watched;
    return snd_seq_poll_descriptors(sequencer, &watched, 1, POLLIN) == 1 ? watched.fd : -1;
}
