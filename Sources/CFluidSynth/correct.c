#include "font.h"

#include <math.h>

// The range of the filter's cutoff in cents, SoundFont 2.04 §8.1.3.
enum { LOWEST_CUTOFF = 1500, HIGHEST_CUTOFF = 13500 };

// The longest delay in timecents that is none: less than two blocks.
enum { NO_DELAY = -10000 };

static float offset(fluid_voice_t *voice, int fine, int coarse) {
    return fluid_voice_gen_get(voice, fine) + 32768 * fluid_voice_gen_get(voice, coarse);
}

// Before version 2.6 a voice that follows the keys by a part alone has only that part of its sample's
// correction.
static void correct_pitch(fluid_voice_t *voice, const sample_facts *facts) {
    float scale = fluid_voice_gen_get(voice, GEN_SCALETUNE);
    if (facts->correction == 0 || scale == 100) return;
    fluid_voice_gen_incr(voice, GEN_FINETUNE, (float)facts->correction * (1 - scale / 100));
}

// Before version 2.4.5 modulators and envelopes add to a cutoff outside of its range.
static void clip_cutoff(fluid_voice_t *voice) {
    float cutoff = fluid_voice_gen_get(voice, GEN_FILTERFC);
    if (cutoff < LOWEST_CUTOFF) fluid_voice_gen_set(voice, GEN_FILTERFC, LOWEST_CUTOFF);
    if (cutoff > HIGHEST_CUTOFF) fluid_voice_gen_set(voice, GEN_FILTERFC, HIGHEST_CUTOFF);
}

// Before version 2.4 the sample waits for the end of the volume envelope's delay, in which it is
// only not to be heard: it begins where it would be then.
static void begin_behind_delay(fluid_voice_t *voice, const sample_facts *facts, float cents) {
    enum { UNTIL_RELEASE = 3 };
    float delay = fluid_voice_gen_get(voice, GEN_VOLENVDELAY);
    if (delay <= NO_DELAY || facts->count == 0) return;
    if (delay > 5000) delay = 5000;
    double position = offset(voice, GEN_STARTADDROFS, GEN_STARTADDRCOARSEOFS)
        + exp2(delay / 1200.) * facts->rate * exp2(cents / 1200.);
    int mode = (int)fluid_voice_gen_get(voice, GEN_SAMPLEMODE);
    double start = facts->loop_start + offset(voice, GEN_STARTLOOPADDROFS, GEN_STARTLOOPADDRCOARSEOFS);
    double end = facts->loop_end + offset(voice, GEN_ENDLOOPADDROFS, GEN_ENDLOOPADDRCOARSEOFS);
    bool loops = (mode == 1 || mode == UNTIL_RELEASE) && start >= 0 && end > start + 1;
    if (loops && position >= end) position = start + fmod(position - start, end - start);
    // One frame is left of a sample that has ended.
    if (!(position < facts->count)) position = facts->count - 1;
    if (position < 0) return;
    float coarse = (float)(int)(position / 32768);
    fluid_voice_gen_set(voice, GEN_STARTADDRCOARSEOFS, coarse);
    fluid_voice_gen_set(voice, GEN_STARTADDROFS, (float)(int)position - 32768 * coarse);
}

void seqd_correct(fluid_voice_t *voice, const seqd_font *font, uint32_t sample, float cents) {
    if (font->is_reference) return;
    const sample_facts *facts = &font->facts[sample];
    if (font->version < 20600) correct_pitch(voice, facts);
    if (font->version < 20405) clip_cutoff(voice);
    if (font->version < 20400) begin_behind_delay(voice, facts, cents + facts->correction);
}
