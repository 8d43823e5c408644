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

// The `sampleModes` of a zone that sounds when its key is released, and FluidSynth's first version
// that knows it.
enum { START_ON_RELEASE = 2, RELEASE_ZONES_VERSION = 20400 };

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

// What is known of a sample, for what FluidSynth's versions do with it.
typedef struct sample_facts {
    uint32_t count;
    uint32_t rate;
    uint32_t loop_start, loop_end;
    int8_t correction;
    float attenuation;
    // How many octaves too low its zones are played, see PITCH_OCTAVES.
    uint8_t octaves;
} sample_facts;

struct seqd_font {
    const seqd_tables *tables;
    fluid_sfont_t *sfont;
    preset_of_font *data;
    fluid_preset_t **presets;
    // FluidSynth counts in a sample who plays it, so each instance has its own. NULL until it is set;
    // published complete.
    _Atomic(fluid_sample_t *) *samples;
    sample_facts *facts;
    // Of each channel, one channel's behind another's.
    counter *counters;
    // The notes that each channel has begun with the font.
    uint64_t notes[CHANNELS];
    bool has_exact_pitch;
    bool has_half_pedal;
    bool is_reference;
    // FluidSynth's: 20301 is 2.3.1.
    int version;
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

// How many cents above its sample's own pitch a key's zone is played, without modulators.
float seqd_cents(const seqd_tables *tables, const seqd_preset_zone *zone,
                 const seqd_voice_zone *part, int key);

// Has a voice, whose generators are set, sound as in later versions of FluidSynth; `cents` is its
// distance from the sample's own pitch.
void seqd_correct(fluid_voice_t *voice, const seqd_font *font, uint32_t sample, float cents);

// The generator with which a voice that waits for the release of its key is marked.
enum { GEN_WAITING = GEN_RESERVED2 };

// Whether a voice is one of those that FluidSynth starts at the release of their key (`sampleModes`
// 2), where its version, before 2.4, does not do that by itself.
bool seqd_starts_on_release(fluid_voice_t *voice, const seqd_font *font);

// Keeps a voice silent as long as its key or a pedal holds it.
void seqd_wait(fluid_voice_t *voice);

// Lets a voice fade from its beginning on as in its release.
void seqd_begin_released(fluid_voice_t *voice);

// Begins the voices of a note that start at its release, at most so many; returns how many.
int seqd_release_note(fluid_synth_t *synth, int channel, int key, int velocity, int voices);

// Whether a key or a pedal holds a voice that has not been released.
bool seqd_is_held(fluid_synth_t *synth, fluid_voice_t *voice);

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
