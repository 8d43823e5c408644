// libsndfile.
#ifndef CSNDFILE_H
#define CSNDFILE_H

#include <sndfile.h>
#include <stdint.h>

// libsndfile 1.1 brought MPEG; with an older one opening such a file is an error, and the rest works.
enum { SEQD_SNDFILE_MPEG = 0x230000, SEQD_SNDFILE_MPEG_LAYER_III = 0x0082 };

/// Switches the PEAK chunk off, which carries a time stamp; without it files repeat byte for byte.
void seqd_sndfile_omit_peak_chunk(SNDFILE *file);

/// Lets an RF64 file whose data stay below 4 GiB become a plain WAV when it is closed.
void seqd_sndfile_allow_downgrade(SNDFILE *file);

/// Sets the frames that a player may repeat, without the end; before the first frame is written.
void seqd_sndfile_set_loop(SNDFILE *file, uint32_t start, uint32_t end);

/// Decodes a sound file in memory that has one channel, to 16 bits.
///
/// Returns the number of frames, and in `frames` memory to be freed by free(3); 0 for a file without
/// any, −1 for one that cannot be decoded, has more channels or is larger than a sample can be.
int64_t seqd_sndfile_decode(const void *bytes, int64_t size, int16_t **frames);

/// Encodes frames of one channel, of which 1 is full scale, as an Ogg Vorbis stream.
///
/// The quality is 0 … 1. Returns the number of bytes, and in `bytes` memory to be freed by free(3);
/// −1 if the coder refuses the rate, or there is no memory.
int64_t seqd_sndfile_encode_vorbis(
    const float *frames, int64_t count, int32_t rate, double quality, uint8_t **bytes
);

/// The largest magnitude in a sound file in memory that has one channel; 1 is full scale.
///
/// Stores the number of frames in `count`, −1 for a file that cannot be decoded.
float seqd_sndfile_peak(const void *bytes, int64_t size, int64_t *count);

/// The instrument data that a sound file holds.
struct seqd_sndfile_instrument {
    /// The key at which it sounds as recorded.
    int32_t key;
    /// Cents by which it is to be tuned up, -50 to 50.
    int32_t detune;
    /// The number of loops; the ends of the first one follow.
    int32_t loop_count;
    uint32_t loop_start, loop_end;
};

/// Reads the instrument data of a file; 0 if it has none.
int seqd_sndfile_get_instrument(SNDFILE *file, struct seqd_sndfile_instrument *instrument);

#endif
