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

static void begin_event(snd_seq_event_t *event, int port, int client, int client_port) {
    snd_seq_ev_clear(event);
    snd_seq_ev_set_source(event, port);
    if (client < 0) {
        snd_seq_ev_set_subs(event);
    } else {
        snd_seq_ev_set_dest(event, client, client_port);
    }
    snd_seq_ev_set_direct(event);
}

// The type of an event for a system message; SND_SEQ_EVENT_NONE where there is none.
static int system_type(uint8_t status) {
    switch (status) {
    case 0xF1: return SND_SEQ_EVENT_QFRAME;
    case 0xF2: return SND_SEQ_EVENT_SONGPOS;
    case 0xF3: return SND_SEQ_EVENT_SONGSEL;
    case 0xF6: return SND_SEQ_EVENT_TUNE_REQUEST;
    case 0xF8: return SND_SEQ_EVENT_CLOCK;
    case 0xFA: return SND_SEQ_EVENT_START;
    case 0xFB: return SND_SEQ_EVENT_CONTINUE;
    case 0xFC: return SND_SEQ_EVENT_STOP;
    case 0xFE: return SND_SEQ_EVENT_SENSING;
    case 0xFF: return SND_SEQ_EVENT_RESET;
    default: return SND_SEQ_EVENT_NONE;
    }
}

int seqd_alsa_send_message(snd_seq_t *sequencer, int port, int client, int client_port,
                           uint8_t status, uint8_t first, uint8_t second) {
    snd_seq_event_t event;
    begin_event(&event, port, client, client_port);
    int channel = status & 15;
    switch (status & 0xF0) {
    case 0x80: snd_seq_ev_set_noteoff(&event, channel, first, second); break;
    case 0x90: snd_seq_ev_set_noteon(&event, channel, first, second); break;
    case 0xA0: snd_seq_ev_set_keypress(&event, channel, first, second); break;
    case 0xB0: snd_seq_ev_set_controller(&event, channel, first, second); break;
    case 0xC0: snd_seq_ev_set_pgmchange(&event, channel, first); break;
    case 0xD0: snd_seq_ev_set_chanpress(&event, channel, first); break;
    case 0xE0: snd_seq_ev_set_pitchbend(&event, channel, (second << 7 | first) - 8192); break;
    default:
        event.type = system_type(status);
        if (event.type == SND_SEQ_EVENT_NONE) return 0;
        snd_seq_ev_set_fixed(&event);
        event.data.control.value = status == 0xF2 ? second << 7 | first : first;
    }
    return snd_seq_event_output_direct(sequencer, &event);
}

int seqd_alsa_send_bytes(snd_seq_t *sequencer, int port, const uint8_t *bytes, size_t count) {
    snd_seq_event_t event;
    begin_event(&event, port, -1, 0);
    snd_seq_ev_set_sysex(&event, count, (void *)bytes);
    return snd_seq_event_output_direct(sequencer, &event);
}
