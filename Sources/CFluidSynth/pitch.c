#include "font.h"

#include <math.h>

// The effect of generators and modulators on the pitch of a zone.
typedef struct pitch {
    float key, scale, coarse, fine;
    // The most that oscillators and the envelope add.
    float depths[3];
} pitch;

static void add_generators(pitch *pitch, const seqd_generator *generator, uint32_t count, bool adds) {
    for (; count > 0; count--, generator++) {
        float *value;
        switch (generator->number) {
        case GEN_KEYNUM: value = &pitch->key; break;
        case GEN_SCALETUNE: value = &pitch->scale; break;
        case GEN_COARSETUNE: value = &pitch->coarse; break;
        case GEN_FINETUNE: value = &pitch->fine; break;
        case GEN_MODLFOTOPITCH: value = &pitch->depths[0]; break;
        case GEN_VIBLFOTOPITCH: value = &pitch->depths[1]; break;
        case GEN_MODENVTOPITCH: value = &pitch->depths[2]; break;
        default: continue;
        }
        *value = adds ? *value + generator->value : generator->value;
    }
}

// The cents that modulators may add.
static float modulated(const seqd_tables *tables, seqd_slice slice) {
    float sum = 0;
    for (uint32_t index = 0; index < slice.count; index++) {
        const fluid_mod_t *modulator = tables->modulators[slice.first + index];
        float amount = fabsf((float)fluid_mod_get_amount(modulator));
        switch (fluid_mod_get_dest(modulator)) {
        case GEN_COARSETUNE: sum += 100 * amount; break;
        case GEN_FINETUNE:
        case GEN_MODLFOTOPITCH:
        case GEN_VIBLFOTOPITCH:
        case GEN_MODENVTOPITCH:
        case GEN_PITCH: sum += amount; break;
        default: break;
        }
    }
    return sum;
}

static float cents(const seqd_tables *tables, const seqd_preset_zone *zone,
                   const seqd_voice_zone *part, int key, pitch *pitch) {
    add_generators(pitch, &tables->generators[part->generators.first], part->generators.count,
                   false);
    add_generators(pitch, &tables->generators[part->additions.first], part->additions.count, true);
    add_generators(pitch, &tables->generators[zone->generators.first], zone->generators.count, true);
    float played = pitch->key >= 0 ? pitch->key : (float)key;
    return pitch->scale * (played - part->root_key) + 100 * pitch->coarse + pitch->fine;
}

float seqd_cents(const seqd_tables *tables, const seqd_preset_zone *zone,
                 const seqd_voice_zone *part, int key) {
    pitch pitch = {.key = -1, .scale = 100};
    return cents(tables, zone, part, key, &pitch);
}

bool seqd_is_too_high(const seqd_tables *tables, const seqd_preset_zone *zone,
                      const seqd_voice_zone *part, fluid_synth_t *synth, int channel, int key) {
    if (part->highest_pitch == INFINITY) return false;
    pitch pitch = {.key = -1, .scale = 100};
    int bend = 0;
    fluid_synth_get_pitch_wheel_sens(synth, channel, &bend);
    float highest = cents(tables, zone, part, key, &pitch) + 100 * (float)bend
        + modulated(tables, part->modulators) + modulated(tables, zone->modulators);
    for (int index = 0; index < 3; index++) highest += fabsf(pitch.depths[index]);
    return highest > part->highest_pitch;
}
