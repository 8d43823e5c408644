// libsndfile.
#ifndef CSNDFILE_H
#define CSNDFILE_H

#include <sndfile.h>

// libsndfile 1.1 brought MPEG; with an older one opening such a file is an error, and the rest works.
enum { SEQD_SNDFILE_MPEG = 0x230000, SEQD_SNDFILE_MPEG_LAYER_III = 0x0082 };

/// Switches the PEAK chunk off, which carries a time stamp; without it files repeat byte for byte.
void seqd_sndfile_omit_peak_chunk(SNDFILE *file);

/// Lets an RF64 file whose data stay below 4 GiB become a plain WAV when it is closed.
void seqd_sndfile_allow_downgrade(SNDFILE *file);

#endif
