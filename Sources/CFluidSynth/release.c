#include "font.h"

// Timecents beyond the longest segments of envelopes: 18 s of delay and 101 s of attack.
enum { LONGEST = 60000 };

// Centibels that make any sound inaudible, and timecents that are none.
enum { SILENCE = 1440, AT_ONCE = -12000 };

bool seqd_starts_on_release(fluid_voice_t *voice, const seqd_font *font) {
    return font->version < RELEASE_ZONES_VERSION && !font->is_reference
        && (int)fluid_voice_gen_get(voice, GEN_SAMPLEMODE) == START_ON_RELEASE;
}

void seqd_wait(fluid_voice_t *voice) {
    fluid_voice_gen_set(voice, GEN_WAITING, 1);
    fluid_voice_gen_set(voice, GEN_VOLENVDELAY, LONGEST);
    fluid_voice_gen_set(voice, GEN_VOLENVATTACK, LONGEST);
    fluid_voice_gen_set(voice, GEN_ATTENUATION, SILENCE);
    // Nothing of the sample is played.
    fluid_voice_gen_set(voice, GEN_SAMPLEMODE, 1);
}

void seqd_begin_released(fluid_voice_t *voice) {
    fluid_voice_gen_incr(voice, GEN_ATTENUATION, fluid_voice_gen_get(voice, GEN_VOLENVSUSTAIN));
    fluid_voice_gen_set(voice, GEN_VOLENVDELAY, AT_ONCE);
    fluid_voice_gen_set(voice, GEN_VOLENVATTACK, AT_ONCE);
    fluid_voice_gen_set(voice, GEN_VOLENVHOLD, AT_ONCE);
    fluid_voice_gen_set(voice, GEN_KEYTOVOLENVHOLD, 0);
    fluid_voice_gen_set(voice, GEN_VOLENVDECAY, fluid_voice_gen_get(voice, GEN_VOLENVRELEASE));
    fluid_voice_gen_set(voice, GEN_KEYTOVOLENVDECAY, 0);
    fluid_voice_gen_set(voice, GEN_VOLENVSUSTAIN, SILENCE);
    fluid_voice_gen_set(voice, GEN_SAMPLEMODE, 0);
}

// The voice that has waited and is held no more; NULL for none.
static fluid_voice_t *released(fluid_synth_t *synth, fluid_voice_t **voices, int count) {
    fluid_synth_get_voicelist(synth, voices, count, -1);
    for (int index = 0; index < count && voices[index]; index++)
        if (fluid_voice_gen_get(voices[index], GEN_WAITING) > 0
            && !seqd_is_held(synth, voices[index]))
            return voices[index];
    return NULL;
}

int seqd_start_released(fluid_synth_t *synth, int limit, fluid_voice_t **voices, int count) {
    int begun = 0;
    fluid_voice_t *voice;
    while ((voice = released(synth, voices, count))) {
        fluid_voice_gen_set(voice, GEN_WAITING, 0);
        begun += seqd_release_note(synth, fluid_voice_get_channel(voice), fluid_voice_get_key(voice),
                                   fluid_voice_get_velocity(voice), limit - begun);
    }
    return begun;
}
