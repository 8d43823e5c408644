#include "font.h"

#include <math.h>

bool seqd_tune(fluid_voice_t *voice, const float *cents) {
    int key = fluid_voice_get_actual_key(voice);
    if (key < 0 || key > 127 || isnan(cents[key])) return false;
    float before = fluid_voice_gen_get(voice, GEN_TUNING);
    float wanted = cents[key] * fluid_voice_gen_get(voice, GEN_SCALETUNE) / 100;
    if (wanted == before) return false;
    fluid_voice_gen_incr(voice, GEN_FINETUNE, wanted - before);
    fluid_voice_gen_set(voice, GEN_TUNING, wanted);
    return true;
}

void seqd_retune(fluid_synth_t *synth, int channel, const float *cents, fluid_voice_t **voices,
                 int count) {
    fluid_synth_get_voicelist(synth, voices, count, -1);
    for (int index = 0; index < count && voices[index]; index++) {
        if (fluid_voice_get_channel(voices[index]) == channel && seqd_tune(voices[index], cents))
            fluid_voice_update_param(voices[index], GEN_FINETUNE);
    }
}
