// ALSA's C library (PCM), without its alloca macros.
#ifndef CALSA_H
#define CALSA_H

#include <alsa/asoundlib.h>

/// Keeps the last message that alsa-lib would have printed, per thread, and prints nothing.
void seqd_alsa_install_log(void);

/// The message kept last in this thread, and forgets it; an empty string where there is none.
const char *seqd_alsa_take_message(void);

#endif
