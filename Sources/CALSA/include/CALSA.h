// ALSA's C library (PCM and sequencer), without its alloca macros.
#ifndef CALSA_H
#define CALSA_H

// Swift takes a C type as that of one module alone, and not always the same where two have it: then
// a file that imports Glibc could not use poll(2). ALSA's headers do with the name.
struct pollfd;
#define _SYS_POLL_H 1
#define _POLL_H 1
#include <alsa/asoundlib.h>
#undef _SYS_POLL_H
#undef _POLL_H

/// Keeps the last message that alsa-lib would have printed, per thread, and prints nothing.
void seqd_alsa_install_log(void);

/// Returns this thread's last message and forgets it; an empty string where there is none.
const char *seqd_alsa_take_message(void);

/// The data of an event of variable length, which lie in a packed structure that Swift does not
/// import; NULL and 0 where it has none. Valid until the next event is read.
const uint8_t *seqd_alsa_event_bytes(const snd_seq_event_t *event, size_t *count);

/// The descriptor of a sequencer handle that is readable when events wait; -1 where it has none.
int seqd_alsa_sequencer_descriptor(snd_seq_t *sequencer);

/// Sends a MIDI message other than System Exclusive at once, from a port to a client's port, or to all
/// that are connected where `client` is below 0. Returns 0 or more, or an error below 0.
int seqd_alsa_send_message(snd_seq_t *sequencer, int port, int client, int client_port,
                           uint8_t status, uint8_t first, uint8_t second);

/// Sends bytes of a System Exclusive message at once, from a port to all that are connected.
int seqd_alsa_send_bytes(snd_seq_t *sequencer, int port, const uint8_t *bytes, size_t count);

#endif
