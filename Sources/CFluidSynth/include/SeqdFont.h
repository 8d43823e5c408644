// A SoundFont that FluidSynth's voices play, without FluidSynth's own reader.
#ifndef SEQD_FONT_H
#define SEQD_FONT_H

#include <fluidsynth.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A generator and the value that it is set to, or that is added to it.
typedef struct seqd_generator {
    float value;
    uint8_t number;
} seqd_generator;

/// The keys and velocities for which a zone plays, both ends included.
typedef struct seqd_range {
    uint8_t low_key;
    uint8_t high_key;
    uint8_t low_velocity;
    uint8_t high_velocity;
} seqd_range;

/// Some elements of a table.
typedef struct seqd_slice {
    uint32_t first;
    uint32_t count;
} seqd_slice;

/// When a zone plays that does not always do: in its turn of the notes that its keys get on a channel,
/// and for some of a note's random numbers.
typedef struct seqd_choice {
    /// The counter of the notes that its keys get.
    uint32_t counter;
    /// From 0.
    uint16_t position;
    /// At least 1.
    uint16_t length;
    /// The random numbers: from 0, below 1.
    float low, high;
} seqd_choice;

/// Decibels from which on a zone does not play a note at all.
#define SEQD_SILENCE -144.f

/// A zone of an instrument: a voice of a note. What its global zone says is part of it.
typedef struct seqd_voice_zone {
    seqd_range range;
    uint32_t sample;
    /// When it plays: the index of a choice, from 1; 0 for always.
    uint32_t choice;
    /// The index of the gain that it takes from the key and the velocity of a note, from 1; 0 for
    /// nothing.
    uint32_t gain;
    /// The cents above the sample's own pitch up to which it plays; INFINITY for any.
    float highest_pitch;
    /// The key at which the sample has its own pitch.
    float root_key;
    seqd_slice generators;
    /// The offsets of generators, or of their defaults where the zone does not have them.
    seqd_slice additions;
    seqd_slice modulators;
} seqd_voice_zone;

/// A zone of a preset, with the zones of its instrument.
typedef struct seqd_preset_zone {
    seqd_range range;
    seqd_slice voices;
    seqd_slice generators;
    seqd_slice modulators;
} seqd_preset_zone;

/// The things that a preset's own modulators may control instead of seqd's own ones: bits of
/// `seqd_preset.own`.
enum seqd_own_control {
    /// CC71 … 78, bit n for CC71 + n.
    SEQD_OWN_SOUND = 0xFF,
    /// CC67, the soft pedal.
    SEQD_OWN_SOFT_PEDAL = 1 << 8,
    /// The pressure of single keys.
    SEQD_OWN_KEY_PRESSURE = 1 << 9,
    /// CC1, as far as it sets the depth of the vibrato.
    SEQD_OWN_MODULATION = 1 << 10,
};

/// A preset, with its zones in the order in which voices start.
typedef struct seqd_preset {
    const char *name;
    uint16_t bank;
    uint16_t program;
    /// The controls that its own modulators have: `seqd_own_control`.
    uint16_t own;
    seqd_slice zones;
} seqd_preset;

/// The presets of a font, which all instances of FluidSynth share. Nothing in it ever changes.
typedef struct seqd_tables {
    /// Sorted by bank and program; of equal ones the first is played.
    const seqd_preset *presets;
    uint32_t preset_count;
    uint32_t sample_count;
    const seqd_preset_zone *zones;
    const seqd_voice_zone *voices;
    const seqd_generator *generators;
    uint32_t generator_count;
    fluid_mod_t *const *modulators;
    const seqd_choice *choices;
    /// Decibels for the keys 0 … 127, then for the velocities, of each gain.
    const float *gains;
    /// The counters of the choices, on each channel.
    uint32_t counter_count;
} seqd_tables;

/// A sample, and where its frames are.
typedef struct seqd_sample {
    const int16_t *frames;
    /// The low bytes of 24-bit frames; NULL for 16 bits.
    const uint8_t *low_bytes;
    uint32_t count;
    uint32_t rate;
    /// Frames of the sample; the end is the frame after the last one, and may be behind the sample.
    uint32_t loop_start;
    uint32_t loop_end;
    /// The highest magnitude in the loop, of 2^23; below 0 where it is not known.
    int32_t peak;
    /// Centibels by which its voices are softer than their zones say.
    float attenuation;
    /// At most 127.
    uint8_t root_key;
    int8_t correction;
    /// Whether FluidSynth gets a copy with zeros around it, as it needs where it may play to the
    /// first frames: its interpolation reads in front of them.
    bool is_copied;
} seqd_sample;

/// The highest magnitude of some frames, of 2^23: what FluidSynth would find in a loop.
int32_t seqd_peak(const int16_t *frames, const uint8_t *low_bytes, size_t count);

/// A font as one instance of FluidSynth has it.
typedef struct seqd_font seqd_font;

/// Adds a font to an instance, with the highest priority. Its samples are silent until they are
/// set. NULL without memory. The tables must outlive the instance.
seqd_font *seqd_new_font(fluid_synth_t *synth, const seqd_tables *tables, int *identifier);

/// Has the pitch of voices computed instead of rounded down to a whole cent, where FluidSynth can
/// (before version 2.4.6), for samples of up to 524,287 frames per second. Before the first sample is
/// set.
void seqd_use_exact_pitch(seqd_font *font);

/// Plays a font as FluidSynth's own reader would, for comparisons: loops of a few frames as high as it
/// wants, which may take more time than there is, and with the faults of the version. Before the first
/// note.
void seqd_use_as_reference(seqd_font *font);

/// Whether the font has zones that start at the release of their keys, and FluidSynth's version does
/// not do that by itself: see `seqd_start_released`.
bool seqd_has_release_zones(const seqd_font *font);

/// Leaves the release of voices to `seqd_fade`. Before the first note.
void seqd_use_half_pedal(seqd_font *font);

/// Has voices follow the sound controllers CC71 … 78 and the pressure of single keys, for which
/// FluidSynth has no default modulators, in presets without modulators of their own for them.
/// Returns whether there was memory. Before the first note.
bool seqd_use_sound_controllers(seqd_font *font);

/// Frees what `seqd_new_font` made; the instance must have been deleted before.
void seqd_delete_font(seqd_font *font);

/// Sets a sample that has none yet; from now on notes play it. Any one thread, also while another
/// one plays. Returns whether there was memory. The frames must outlive the instance, unless they are
/// copied.
bool seqd_set_sample(seqd_font *font, uint32_t index, const seqd_sample *sample);

/// The settings of a note by messages, besides those that FluidSynth knows.
typedef struct seqd_note {
    /// The cents added to the pitch of each of the 128 keys, or NULL for none.
    const float *cents;
    /// Generators in the place of their defaults; those that a font sets come before them.
    const seqd_generator *defaults;
    /// The offsets added to generators.
    const seqd_generator *offsets;
    int default_count;
    int offset_count;
    /// Whether the soft pedal is down: 3 dB softer, and the filter's cutoff 1800 cents lower.
    bool is_soft;
    /// Whether the note cuts what still sounds of its key, as one of its exclusive class would.
    bool cuts_key;
    /// Memory for as many voices as the instance has; NULL leaves exclusive classes to FluidSynth.
    fluid_voice_t **voices;
    int voice_count;
} seqd_note;

/// Begins a note with at most so many voices; of those that fonts of ours have for the key the rest
/// is left out. `note` may be NULL for nothing. Returns how many have begun. Audio thread.
__attribute__((swift_attr("@_noLocks"))) int seqd_note_on(fluid_synth_t *synth, int channel, int key,
                                                          int velocity, int voices,
                                                          const seqd_note *note);

/// Ends a note as fluid_synth_noteoff does. Audio thread.
__attribute__((swift_attr("@_noLocks"))) void seqd_note_off(fluid_synth_t *synth, int channel, int key);

/// Begins the zones that start at the release of their keys, for keys that have been released since
/// the last call, with at most `limit` voices; returns how many. `voices` is memory for as many voices
/// as the instance has. Audio thread.
__attribute__((swift_attr("@_noLocks"))) int seqd_start_released(fluid_synth_t *synth, int limit,
                                                                 fluid_voice_t **voices, int count);

/// Begins with the first turns again, and with the same random numbers, on all channels. Audio thread.
__attribute__((swift_attr("@_noLocks"))) void seqd_restart_choices(fluid_synth_t *synth);

/// The controls that modulators of a channel's preset have: `seqd_own_control`. Audio thread.
__attribute__((swift_attr("@_noLocks"))) int seqd_own_controls(fluid_synth_t *synth, int channel);

/// Sets a generator of what sounds on a channel. `voices` is memory for as many voices as the
/// instance has. Audio thread.
__attribute__((swift_attr("@_noLocks"))) void seqd_set_generator(fluid_synth_t *synth, int channel,
                                                                 seqd_generator generator,
                                                                 fluid_voice_t **voices, int count);

/// The generator that an AWE32's NRPN (127, 0 … 26) sets, with the 14 bits of its data entry; its
/// number is 255 where there is none, and `is_realtime` whether it changes what sounds.
__attribute__((swift_attr("@_noLocks"))) seqd_generator seqd_awe32_generator(int number, int data,
                                                                            bool *is_realtime);

/// How much softer a drum of this level (0 … 127) is than at 127, in centibels.
__attribute__((swift_attr("@_noLocks"))) float seqd_drum_attenuation(int level);

/// Tunes what sounds on a channel as notes that begin with this tuning. `voices` is memory for as many
/// voices as the instance has. Audio thread.
__attribute__((swift_attr("@_noLocks"))) void seqd_retune(fluid_synth_t *synth, int channel,
                                                          const float *cents,
                                                          fluid_voice_t **voices, int count);

/// Whether a sample has been set.
bool seqd_has_sample(const seqd_font *font, uint32_t index);

#endif
