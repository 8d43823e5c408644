// libsndfile.
#ifndef CSNDFILE_H
#define CSNDFILE_H

#include <sndfile.h>

/// Switches the PEAK chunk off, which carries a time stamp; without it files repeat byte for byte.
void seqd_sndfile_omit_peak_chunk(SNDFILE *file);

/// Lets an RF64 file whose data stay below 4 GiB become a plain WAV when it is closed.
void seqd_sndfile_allow_downgrade(SNDFILE *file);

/// Sets the quality of a lossy format, 0 (worst) … 1 (best).
void seqd_sndfile_set_quality(SNDFILE *file, double quality);

#endif
