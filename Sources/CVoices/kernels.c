#include "CVoices.h"

#pragma STDC FP_CONTRACT OFF

typedef float floats __attribute__((vector_size(32)));
typedef int32_t ints __attribute__((vector_size(32)));
typedef uint32_t uints __attribute__((vector_size(32)));
typedef int64_t longs __attribute__((vector_size(32)));
typedef int16_t shorts __attribute__((vector_size(16)));

#define COUNTING ((floats){0, 1, 2, 3, 4, 5, 6, 7})
#define UCOUNTING ((uints){0, 1, 2, 3, 4, 5, 6, 7})

// At any address; macros, since a vector that a function returns has another form with AVX2.
typedef floats unaligned __attribute__((aligned(4), may_alias));
#define load(pointer) (*(const unaligned *)(pointer))
#define store(pointer, value) (*(unaligned *)(pointer) = (value))
typedef int64_t unaligned64 __attribute__((aligned(2), may_alias));
#define load64(pointer) (*(const unaligned64 *)(pointer))
typedef shorts unaligned_shorts __attribute__((aligned(2), may_alias));
#define load_shorts(pointer) (*(const unaligned_shorts *)(pointer))

#define NAME(noun) baseline_##noun
#include "kernels.h"
#undef NAME

#if defined(__x86_64__)
// Without FMA: a fused multiplication and addition would give other bits.
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define NAME(noun) avx2_##noun
#include "kernels.h"
#undef NAME
#pragma clang attribute pop

voices_kernels voices_best_kernels(void) {
    return __builtin_cpu_supports("avx2") ? VOICES_AVX2 : VOICES_BASELINE;
}

#define CHOOSE(kernels, call) \
    if ((kernels) == VOICES_AVX2) \
        avx2_##call; \
    else \
        baseline_##call
#else
voices_kernels voices_best_kernels(void) { return VOICES_BASELINE; }

#define CHOOSE(kernels, call) \
    (void)(kernels); \
    baseline_##call
#endif

void voices_interpolate(voices_kernels kernels, voices_interpolation interpolation,
                        const voices_run *run, float *output) {
    CHOOSE(kernels, interpolate(interpolation, run, output));
}

void voices_filter(voices_kernels kernels, voices_filters *filters, float *lines,
                   int is_scaled) {
    CHOOSE(kernels, filter(filters, lines, is_scaled));
}

void voices_mix(voices_kernels kernels, const float *line, const voices_gains *gains,
                float *const *buses, int offset) {
    CHOOSE(kernels, mix(line, gains, buses, offset));
}
