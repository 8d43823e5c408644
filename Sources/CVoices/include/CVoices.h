// The loops over frames that take nearly all of the time of playing samples.
//
// Each exists twice: for what every processor of the architecture has, and on x86-64 for AVX2. Both,
// and the loops of `ScalarKernels` in Swift, give the same bits: no multiplication is fused with an
// addition, and sums are made in one order.
#ifndef CVOICES_H
#define CVOICES_H

#include <stdint.h>

#define VOICES_REALTIME __attribute__((swift_attr("@_noLocks")))

enum {
    /// The frames of a block.
    VOICES_BLOCK = 64,
    /// The voices of a group that is filtered at once.
    VOICES_LANES = 8,
    /// Left, right, reverb send and chorus send.
    VOICES_BUSES = 4,
};

/// The instructions that a loop is compiled for.
typedef enum voices_kernels {
    /// Those of every processor of the architecture: SSE2 on x86-64, NEON on AArch64.
    VOICES_BASELINE = 0,
    VOICES_AVX2 = 1,
} voices_kernels;

/// The fastest that this processor has. Any thread.
voices_kernels voices_best_kernels(void);

/// The points of a sample between which a frame is computed.
typedef enum voices_interpolation {
    /// The nearest point.
    VOICES_NEAREST = 1,
    /// Two points, on a line.
    VOICES_LINEAR = 2,
    /// Four points, on a Catmull-Rom spline.
    VOICES_CUBIC = 4,
    /// Eight and 32 points, by the factors of a table.
    VOICES_TABLE_8 = 8,
    VOICES_TABLE_32 = 32,
} voices_interpolation;

/// A run of frames of a sample as a voice plays it.
typedef struct voices_run {
    /// 16-bit frames; NULL where `floats` has them. The point before the first one that is played and
    /// two behind the last must be readable; 3 and 5 for a table of 8 points, 15 and 16 for one of 32.
    const int16_t *frames;
    const float *floats;
    /// 256 rows of factors for positions between two frames, and one for the second frame. With 8
    /// points the nearest row counts, for positions from half a frame before a frame on; with 32, rows
    /// are interpolated linearly.
    const float *table;
    /// The position in frames, with 32 bits for the part behind the point.
    uint64_t phase;
    /// The distance between two positions; below 2^62.
    uint64_t step;
    /// The bits of the part behind the point that count.
    uint32_t mask;
    /// The amplitude at frame k of a block is amplitude + ramp * k.
    float amplitude;
    float ramp;
    /// The frame of the block at which the run starts.
    int32_t first;
    int32_t count;
} voices_run;

/// Computes the frames of a run. Audio thread.
VOICES_REALTIME void voices_interpolate(voices_kernels kernels, voices_interpolation interpolation,
                                        const voices_run *run, float *output);

/// The low-pass filters of a group of voices.
///
/// Direct form II is c = x - a1 h1 - a2 h2, y = b (c + 2 h1 + h2), where h1 and h2 are the last two c.
/// At low cutoffs a1 is nearly -2, a2 nearly 1, and floats are too coarse for their sum. So the
/// history is h2 and d = h1 - h2, the coefficients g = 1 + a1 + a2 and k = -1 - a1:
/// d' = x - g h2 + k d, y = b (4 h1 + d' - d).
///
/// Coefficients move by a step after each frame.
typedef struct voices_filters {
    float g[VOICES_LANES], k[VOICES_LANES], b[VOICES_LANES];
    float g_step[VOICES_LANES], k_step[VOICES_LANES], b_step[VOICES_LANES];
    /// The history.
    float h2[VOICES_LANES], d[VOICES_LANES];
    /// All bits set for a voice whose history is scaled as `b` moves, while that is above 0.001.
    uint32_t scaled[VOICES_LANES];
} voices_filters;

/// Filters a block of each voice of a group, in place. Audio thread.
///
/// `is_scaled` tells whether any history is scaled.
VOICES_REALTIME void voices_filter(voices_kernels kernels, voices_filters *filters,
                                   float *lines, int is_scaled);

/// The gains of a voice: at frame k of a block gain + step * k.
typedef struct voices_gains {
    float gain[VOICES_BUSES];
    float step[VOICES_BUSES];
} voices_gains;

/// Adds a block of a voice to the buses from frame `offset` on. Audio thread.
///
/// A bus whose gain and step are 0 is left alone.
VOICES_REALTIME void voices_mix(voices_kernels kernels, const float *line,
                                const voices_gains *gains, float *const *buses, int offset);

#endif
