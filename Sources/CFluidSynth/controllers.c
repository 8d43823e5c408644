#include "font.h"

// A default modulator that SoundFont 2.04 does not have.
typedef struct sound_controller {
    int own;
    int source, flags;
    int second, second_flags;
    int destination;
    double amount;
} sound_controller;

enum {
    BIPOLAR_CC = FLUID_MOD_CC | FLUID_MOD_LINEAR | FLUID_MOD_BIPOLAR | FLUID_MOD_POSITIVE,
    // 0 below 64, from there on 1.
    UPPER_HALF = FLUID_MOD_CC | FLUID_MOD_SWITCH | FLUID_MOD_UNIPOLAR | FLUID_MOD_POSITIVE,
    PRESSURE = FLUID_MOD_GC | FLUID_MOD_LINEAR | FLUID_MOD_UNIPOLAR | FLUID_MOD_POSITIVE,
};

// General MIDI 2 names these controllers (RP-021) and says that 64 changes nothing; how much they
// change is up to the instrument. Amounts are those of the whole range below 64, and nearly that
// above it: timecents, cents, centibels. A vibrato of less than nothing would be one of the opposite
// phase, so its depth only grows.
static const sound_controller sound_controllers[SOUND_CONTROLLERS] = {
    {1 << 0, 71, BIPOLAR_CC, 0, 0, GEN_FILTERQ, 200},
    {1 << 1, 72, BIPOLAR_CC, 0, 0, GEN_VOLENVRELEASE, 4800},
    {1 << 2, 73, BIPOLAR_CC, 0, 0, GEN_VOLENVATTACK, 9600},
    {1 << 3, 74, BIPOLAR_CC, 0, 0, GEN_FILTERFC, 4800},
    {1 << 4, 75, BIPOLAR_CC, 0, 0, GEN_VOLENVDECAY, 4800},
    {1 << 5, 76, BIPOLAR_CC, 0, 0, GEN_VIBLFOFREQ, 2400},
    {1 << 6, 77, BIPOLAR_CC, 77, UPPER_HALF, GEN_VIBLFOTOPITCH, 100},
    {1 << 7, 78, BIPOLAR_CC, 0, 0, GEN_VIBLFODELAY, 12000},
    // As that of the channel's pressure, SoundFont 2.04 §8.4.3.
    {SEQD_OWN_KEY_PRESSURE, FLUID_MOD_KEYPRESSURE, PRESSURE, 0, 0, GEN_VIBLFOTOPITCH, 50},
};

void seqd_add_controllers(fluid_voice_t *voice, const seqd_font *font, int own) {
    for (int index = 0; index < SOUND_CONTROLLERS; index++) {
        if (font->controllers[index] && !(own & sound_controllers[index].own))
            fluid_voice_add_mod(voice, font->controllers[index], FLUID_VOICE_DEFAULT);
    }
}

int seqd_own_controls(fluid_synth_t *synth, int channel) {
    // Every preset is a font's of ours: substitutes are too.
    fluid_preset_t *preset = fluid_synth_get_channel_preset(synth, channel);
    if (!preset) return 0;
    const preset_of_font *data = fluid_preset_get_data(preset);
    return data->preset->own;
}

bool seqd_use_sound_controllers(seqd_font *font) {
    for (int index = 0; index < SOUND_CONTROLLERS; index++) {
        const sound_controller *controller = &sound_controllers[index];
        fluid_mod_t *modulator = new_fluid_mod();
        if (!modulator) return false;
        fluid_mod_set_source1(modulator, controller->source, controller->flags);
        fluid_mod_set_source2(modulator, controller->second, controller->second_flags);
        fluid_mod_set_dest(modulator, controller->destination);
        fluid_mod_set_amount(modulator, controller->amount);
        font->controllers[index] = modulator;
    }
    return true;
}

void seqd_delete_controllers(seqd_font *font) {
    for (int index = 0; index < SOUND_CONTROLLERS; index++) {
        if (font->controllers[index]) delete_fluid_mod(font->controllers[index]);
    }
}
