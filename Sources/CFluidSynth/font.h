// The parts of a font that the files of this target share.
#ifndef FONT_H
#define FONT_H

#include "SeqdFont.h"

#include <stdatomic.h>

enum {
    CHANNELS = 16,
    // The default modulators that SoundFont 2.04 does not have.
    SOUND_CONTROLLERS = 9,
};

// A preset of a font as FluidSynth knows it.
typedef struct preset_of_font {
    seqd_font *font;
    const seqd_preset *preset;
} preset_of_font;

// A counter of `seqd_choice` on a channel.
typedef struct counter {
    // How many notes its keys have got.
    uint64_t count;
    // The last one that it has counted, by its number on the channel: several zones ask for it.
    uint64_t note;
} counter;

struct seqd_font {
    const seqd_tables *tables;
    fluid_sfont_t *sfont;
    preset_of_font *data;
    fluid_preset_t **presets;
    // FluidSynth counts in a sample who plays it, so each instance has its own. NULL until it is set;
    // published complete.
    _Atomic(fluid_sample_t *) *samples;
    // How many octaves too low each sample's zones are played, see PITCH_OCTAVES.
    uint8_t *octaves;
    // Of each channel, one channel's behind another's.
    counter *counters;
    // The notes that each channel has begun with the font.
    uint64_t notes[CHANNELS];
    bool has_exact_pitch;
    bool has_half_pedal;
    bool has_short_loops;
    // Of `sound_controllers`; all NULL without them.
    fluid_mod_t *controllers[SOUND_CONTROLLERS];
    uint32_t next;
};

// The generator, unused in SoundFont 2.04, in which a voice keeps the cents that its tuning has added.
enum { GEN_TUNING = GEN_UNUSED1 };

// Starts a voice for each zone that plays the key: FluidSynth calls it for a preset. Audio thread.
int seqd_start_note(fluid_preset_t *preset, fluid_synth_t *synth, int channel, int key,
                    int velocity);

// Whether a zone that has the key of a note is to play now. Its turn is counted whatever the velocity:
// layers stay together.
bool seqd_is_chosen(seqd_font *font, const seqd_choice *choice, int channel);

// Whether a zone would be played so high that its loop, of a few frames, takes too long to go round;
// bends of the channel's range included.
bool seqd_is_too_high(const seqd_tables *tables, const seqd_preset_zone *zone,
                      const seqd_voice_zone *part, fluid_synth_t *synth, int channel, int key);

// Adds the default modulators of ours, but for those that a preset's own take the place of.
void seqd_add_controllers(fluid_voice_t *voice, const seqd_font *font, int own);

// Frees them.
void seqd_delete_controllers(seqd_font *font);

// Starts a voice. Those that it ends, of its exclusive class and with `cuts_key` of its key, fall
// silent in 16 ms. `is_first` tells whether it is the first voice of its note.
void seqd_start_voice(fluid_synth_t *synth, fluid_voice_t *voice, const seqd_note *note,
                      bool is_first);

// Adds to a voice's pitch what its key is tuned by, in the place of what was added before. A voice
// that follows the keys by half (scaleTuning 50) follows their tuning by half. Returns whether that
// changes it.
bool seqd_tune(fluid_voice_t *voice, const float *cents);

// The font of an instance by its index; NULL where it is of another kind.
seqd_font *seqd_font_at(fluid_synth_t *synth, int index);

#endif
