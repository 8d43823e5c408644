// The loops, for eight floats at a time; NAME gives each its name for one set of instructions.
// Included several times. Vectors are those of the compiler, which divides them where the processor's
// are shorter: what a lane computes does not depend on that.

// A point of the sample in each lane, counted from the one before the position.
typedef struct NAME(points) {
    floats before, at, after, behind;
} NAME(points);

static inline __attribute__((always_inline)) void NAME(cubic)(const NAME(points) *p,
                                                            const floats *part, floats *value) {
    floats t = *part;
    floats a = 0.5f * (3 * (p->at - p->after) + (p->behind - p->before));
    floats b = (p->before + 2 * p->after) - (2.5f * p->at + 0.5f * p->behind);
    floats c = 0.5f * (p->after - p->before);
    *value = ((a * t + b) * t + c) * t + p->at;
}

// Of two vectors of four 64-bit lanes the even or the odd 32-bit lanes. The order of the lanes is that
// in which no value crosses the middle of a long vector.
#define EVEN(a, b) __builtin_shufflevector(a, b, 0, 2, 8, 10, 4, 6, 12, 14)
#define ODD(a, b) __builtin_shufflevector(a, b, 1, 3, 9, 11, 5, 7, 13, 15)

static inline __attribute__((always_inline)) NAME(points) NAME(read)(const int16_t *frames,
                                                                   const uint64_t *index) {
    // Frames -1 … 2 of each position in one load.
    longs a = {load64(frames + index[0] - 1), load64(frames + index[1] - 1),
               load64(frames + index[4] - 1), load64(frames + index[5] - 1)};
    longs b = {load64(frames + index[2] - 1), load64(frames + index[3] - 1),
               load64(frames + index[6] - 1), load64(frames + index[7] - 1)};
    ints low = EVEN((ints)a, (ints)b);
    ints high = ODD((ints)a, (ints)b);
    return (NAME(points)){
        __builtin_convertvector((low << 16) >> 16, floats),
        __builtin_convertvector(low >> 16, floats),
        __builtin_convertvector((high << 16) >> 16, floats),
        __builtin_convertvector(high >> 16, floats),
    };
}

static inline __attribute__((always_inline)) NAME(points) NAME(read_floats)(const float *frames,
                                                                          const uint64_t *index) {
    NAME(points) points;
    for (int lane = 0; lane < VOICES_LANES; lane++) {
        const float *frame = frames + index[lane];
        points.before[lane] = frame[-1];
        points.at[lane] = frame[0];
        points.after[lane] = frame[1];
        points.behind[lane] = frame[2];
    }
    return points;
}

// One frame, where fewer than eight are left.
static inline __attribute__((always_inline)) float NAME(single)(const voices_run *run,
                                                              voices_interpolation interpolation,
                                                              uint64_t phase) {
    int64_t index = (int64_t)(phase >> 32);
    float p[4] = {0, 0, 0, 0};
    for (int point = interpolation == VOICES_CUBIC ? -1 : 0;
         point <= (interpolation == VOICES_CUBIC ? 2 : interpolation == VOICES_LINEAR ? 1 : 0); point++)
        p[point + 1] = run->frames ? run->frames[index + point] : run->floats[index + point];
    if (interpolation == VOICES_NEAREST) return p[1];
    float t = (float)(((uint32_t)phase & run->mask) >> 8) * 0x1p-24f;
    if (interpolation == VOICES_LINEAR) return p[1] + (p[2] - p[1]) * t;
    float a = 0.5f * (3 * (p[1] - p[2]) + (p[3] - p[0]));
    float b = (p[0] + 2 * p[2]) - (2.5f * p[1] + 0.5f * p[3]);
    float c = 0.5f * (p[2] - p[0]);
    return ((a * t + b) * t + c) * t + p[1];
}

// `has_floats` and the interpolation are known where this is inlined.
static inline __attribute__((always_inline)) void NAME(run)(voices_run run, int has_floats,
                                                          voices_interpolation interpolation,
                                                          float *restrict output) {
    uint64_t phase = run.phase, step = run.step;
    if (interpolation == VOICES_NEAREST) phase += 0x80000000;
    int position = 0;
    floats number = (float)run.first + COUNTING;
    uints fraction = (uint32_t)phase + (uint32_t)step * UCOUNTING;
    for (; position + VOICES_LANES <= run.count; position += VOICES_LANES) {
        uint64_t index[VOICES_LANES];
        for (int lane = 0; lane < VOICES_LANES; lane++, phase += step) index[lane] = phase >> 32;
        floats t = __builtin_convertvector((ints)((fraction & run.mask) >> 8), floats) * 0x1p-24f;
        fraction += (uint32_t)step * VOICES_LANES;
        NAME(points) points = has_floats ? NAME(read_floats)(run.floats, index)
                                         : NAME(read)(run.frames, index);
        floats value = points.at;
        if (interpolation == VOICES_LINEAR) value = points.at + (points.after - points.at) * t;
        if (interpolation == VOICES_CUBIC) NAME(cubic)(&points, &t, &value);
        store(output + position, value * (run.amplitude + run.ramp * number));
        number += VOICES_LANES;
    }
    for (; position < run.count; position++, phase += step) {
        float amplitude = run.amplitude + run.ramp * (float)(run.first + position);
        output[position] = NAME(single)(&run, interpolation, phase) * amplitude;
    }
}

// A frame at a time, along its points.
static inline __attribute__((always_inline)) void NAME(table)(voices_run run, int has_floats,
                                                            int points, float *restrict output) {
    uint64_t phase = run.phase + (points == 8 ? 0x80000000 : 0);
    for (int position = 0; position < run.count; position++, phase += run.step) {
        int64_t first = (int64_t)(phase >> 32) - (points / 2 - 1);
        uint32_t part = (uint32_t)phase & run.mask;
        const float *row = run.table + (part >> 24) * (uint32_t)points;
        float t = (float)(part & 0xFFFFFF) * 0x1p-24f;
        floats s = {0};
        for (int point = 0; point < points; point += 8) {
            floats factor = load(row + point);
            if (points > 8) factor = factor + (load(row + points + point) - factor) * t;
            if (has_floats)
                s += load(run.floats + first + point) * factor;
            else
                s += __builtin_convertvector(load_shorts(run.frames + first + point), floats) * factor;
        }
        float sum = ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
        output[position] = sum * (run.amplitude + run.ramp * (float)(run.first + position));
    }
}

#define CASES(has_floats) \
    switch (interpolation) { \
    case VOICES_NEAREST: NAME(run)(*run, has_floats, VOICES_NEAREST, output); break; \
    case VOICES_LINEAR: NAME(run)(*run, has_floats, VOICES_LINEAR, output); break; \
    case VOICES_CUBIC: NAME(run)(*run, has_floats, VOICES_CUBIC, output); break; \
    case VOICES_TABLE_8: NAME(table)(*run, has_floats, 8, output); break; \
    case VOICES_TABLE_32: NAME(table)(*run, has_floats, 32, output); break; \
    }

static void NAME(interpolate)(voices_interpolation interpolation, const voices_run *run,
                              float *output) {
    if (run->frames) {
        CASES(0)
    } else {
        CASES(1)
    }
}

#define PAIR(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)

// Turns eight rows of eight into their columns.
static inline __attribute__((always_inline)) void NAME(transpose)(floats *r) {
    floats a[8], b[8];
    for (int i = 0; i < 8; i += 2) {
        a[i] = PAIR(r[i], r[i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
        a[i + 1] = PAIR(r[i], r[i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
    }
    for (int i = 0; i < 8; i += 4) {
        b[i] = PAIR(a[i], a[i + 2], 0, 1, 8, 9, 4, 5, 12, 13);
        b[i + 1] = PAIR(a[i], a[i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
        b[i + 2] = PAIR(a[i + 1], a[i + 3], 0, 1, 8, 9, 4, 5, 12, 13);
        b[i + 3] = PAIR(a[i + 1], a[i + 3], 2, 3, 10, 11, 6, 7, 14, 15);
    }
    for (int i = 0; i < 4; i++) {
        r[i] = PAIR(b[i], b[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        r[i + 4] = PAIR(b[i], b[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
}

static inline __attribute__((always_inline)) void NAME(filter_lines)(voices_filters *f,
                                                                   float *lines,
                                                                   int is_scaled) {
    floats g = load(f->g), k = load(f->k), b = load(f->b);
    floats g_step = load(f->g_step), k_step = load(f->k_step), b_step = load(f->b_step);
    floats h2 = load(f->h2), d = load(f->d);
    ints scaled = (ints)load((const float *)f->scaled);
    for (int position = 0; position < VOICES_BLOCK; position += 8) {
        floats row[8];
        for (int lane = 0; lane < 8; lane++) row[lane] = load(lines + lane * VOICES_BLOCK + position);
        NAME(transpose)(row);
        for (int frame = 0; frame < 8; frame++) {
            floats next = (row[frame] - g * h2) + k * d;
            h2 += d;
            row[frame] = b * (4 * h2 + (next - d));
            d = next;
            g += g_step;
            k += k_step;
            floats old = b;
            b += b_step;
            if (is_scaled) {
                ints mask = scaled & (b > 0.001f);
                floats scale = (floats)(((ints)(old / b) & mask) | ((ints)(0 * b + 1) & ~mask));
                h2 *= scale;
                d *= scale;
            }
        }
        NAME(transpose)(row);
        for (int lane = 0; lane < 8; lane++) store(lines + lane * VOICES_BLOCK + position, row[lane]);
    }
    store(f->h2, h2);
    store(f->d, d);
}

static void NAME(filter)(voices_filters *filters, float *lines, int is_scaled) {
    if (is_scaled)
        NAME(filter_lines)(filters, lines, 1);
    else
        NAME(filter_lines)(filters, lines, 0);
}

static void NAME(mix)(const float *restrict line, const voices_gains *gains, float *const *buses,
                      int offset) {
    for (int bus = 0; bus < VOICES_BUSES; bus++) {
        float gain = gains->gain[bus], step = gains->step[bus];
        float *restrict output = buses[bus] + offset;
        if (step == 0) {
            if (gain == 0) continue;
            for (int position = 0; position < VOICES_BLOCK; position += VOICES_LANES)
                store(output + position, load(output + position) + load(line + position) * gain);
            continue;
        }
        floats number = COUNTING;
        for (int position = 0; position < VOICES_BLOCK; position += VOICES_LANES) {
            floats sum = load(output + position) + load(line + position) * (gain + step * number);
            store(output + position, sum);
            number += VOICES_LANES;
        }
    }
}

#undef CASES
#undef EVEN
#undef ODD
#undef PAIR
