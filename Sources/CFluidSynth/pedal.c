#include "SeqdPedal.h"
#include "font.h"

#include <math.h>

// Values that a voice stores in generators that SoundFont 2.04 does not use: how long its release
// and its decay take, in timecents for the whole range of its envelope, and how far it has faded
// since its release, in centibels; below 0 before it.
enum { GEN_RELEASE = GEN_UNUSED2, GEN_DECAY = GEN_UNUSED3, GEN_FADE = GEN_UNUSED4 };

// The whole range of FluidSynth's envelopes in centibels (FLUID_PEAK_ATTENUATION), the longest
// segment of one in timecents (SoundFont 2.04 §8.1.3), and what clips to that whatever is added.
enum { RANGE = 960, LONGEST = 8000, SENTINEL = 60000 };

void seqd_take_release(fluid_voice_t *voice) {
    float decay = LONGEST;
    if (fluid_voice_gen_get(voice, GEN_VOLENVSUSTAIN) > 0) {
        int key = fluid_voice_get_actual_key(voice);
        decay = fluid_voice_gen_get(voice, GEN_VOLENVDECAY)
            + fluid_voice_gen_get(voice, GEN_KEYTOVOLENVDECAY) * (60 - key);
    }
    fluid_voice_gen_set(voice, GEN_RELEASE, fluid_voice_gen_get(voice, GEN_VOLENVRELEASE));
    fluid_voice_gen_set(voice, GEN_DECAY, decay);
    fluid_voice_gen_set(voice, GEN_FADE, -1);
    fluid_voice_gen_set(voice, GEN_VOLENVRELEASE, SENTINEL);
}

static int controller(fluid_synth_t *synth, int channel, int number) {
    int value = 0;
    fluid_synth_get_cc(synth, channel, number, &value);
    return value;
}

// FluidSynth still calls a voice sustained after its release.
bool seqd_is_held(fluid_synth_t *synth, fluid_voice_t *voice) {
    if (fluid_voice_is_on(voice)) return true;
    int channel = fluid_voice_get_channel(voice);
    if (fluid_voice_is_sustained(voice)) return controller(synth, channel, 64) >= 64;
    return fluid_voice_is_sostenuto(voice) && controller(synth, channel, 66) >= 64;
}

void seqd_note_releases(fluid_synth_t *synth, fluid_voice_t **voices, int count) {
    fluid_synth_get_voicelist(synth, voices, count, -1);
    for (int index = 0; index < count && voices[index]; index++) {
        if (fluid_voice_gen_get(voices[index], GEN_FADE) < 0 && !seqd_is_held(synth, voices[index]))
            fluid_voice_gen_set(voices[index], GEN_FADE, 0);
    }
}

// The centibels that a released voice loses per second.
static float slope(fluid_synth_t *synth, fluid_voice_t *voice) {
    int channel = fluid_voice_get_channel(voice);
    // The amount of CC72 is that of seqd's own modulator for it.
    float release = fluid_voice_gen_get(voice, GEN_RELEASE)
        + fluid_synth_get_gen(synth, channel, GEN_VOLENVRELEASE)
        + (controller(synth, channel, 72) - 64) * (4800 / 64.f);
    float decay = fluid_voice_gen_get(voice, GEN_DECAY);
    if (decay > LONGEST) decay = LONGEST;
    if (release > LONGEST) release = LONGEST;
    if (decay < release) decay = release;
    float pedal = controller(synth, channel, 64) / 127.f;
    float timecents = release + (decay - release) * pedal;
    return RANGE / exp2f(timecents / 1200);
}

bool seqd_fade(fluid_synth_t *synth, float seconds, fluid_voice_t **voices, int count) {
    // FluidSynth's own release continues meanwhile.
    const float already = RANGE / exp2f(LONGEST / 1200.f);
    bool is_fading = false;
    seqd_note_releases(synth, voices, count);
    for (int index = 0; index < count && voices[index]; index++) {
        fluid_voice_t *voice = voices[index];
        float fade = fluid_voice_gen_get(voice, GEN_FADE);
        // One that another of its exclusive class ends has a release of its own.
        if (fade < 0 || fluid_voice_gen_get(voice, GEN_VOLENVRELEASE) < SENTINEL) continue;
        is_fading = true;
        float step = (slope(synth, voice) - already) * seconds;
        if (step <= 0) continue;
        fluid_voice_gen_set(voice, GEN_FADE, fade + step);
        fluid_voice_gen_incr(voice, GEN_ATTENUATION, step);
        fluid_voice_update_param(voice, GEN_ATTENUATION);
        if (fade + step < RANGE) continue;
        fluid_voice_gen_set(voice, GEN_VOLENVRELEASE, -12000);
        fluid_voice_update_param(voice, GEN_VOLENVRELEASE);
    }
    return is_fading;
}

int seqd_voice_states(fluid_synth_t *synth, fluid_voice_t **voices, int count,
                      seqd_voice_state *states) {
    fluid_synth_get_voicelist(synth, voices, count, -1);
    int told = 0;
    for (int index = 0; index < count && voices[index]; index++) {
        fluid_voice_t *voice = voices[index];
        if (!fluid_voice_is_playing(voice)) continue;
        uint8_t reasons = 0;
        if (fluid_voice_is_on(voice)) reasons |= SEQD_VOICE_KEY;
        int channel = fluid_voice_get_channel(voice);
        if (fluid_voice_is_sustained(voice) && controller(synth, channel, 64) >= 64)
            reasons |= SEQD_VOICE_SUSTAIN;
        if (fluid_voice_is_sostenuto(voice) && controller(synth, channel, 66) >= 64)
            reasons |= SEQD_VOICE_SOSTENUTO;
        states[told++] = (seqd_voice_state){
            .channel = (uint8_t)channel,
            .key = (uint8_t)fluid_voice_get_key(voice),
            .reasons = reasons,
        };
    }
    return told;
}
