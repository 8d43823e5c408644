// Half pedalling: the sustain pedal damps gradually, and catches notes that are still fading.
//
// FluidSynth's release cannot be slowed down and made faster again: a shorter one than the time that
// has passed ends at once, with a click. So the release of voices is taken out of its hands.
#ifndef SEQD_PEDAL_H
#define SEQD_PEDAL_H

#include <fluidsynth.h>
#include <stdint.h>
#include <stdbool.h>

/// Takes over the release of a voice that is about to start. Audio thread.
void seqd_take_release(fluid_voice_t *voice);

/// Notes which voices have been released, by keys or pedals; after each message that can do it.
/// `voices` is memory for as many voices as the instance has. Audio thread.
__attribute__((swift_attr("@_noLocks"))) void
seqd_note_releases(fluid_synth_t *synth, fluid_voice_t **voices, int count);

/// Lets released voices fade for the next block of so many seconds: with the pedal up in the time of
/// their release, with the pedal down in that of their decay, and between by the pedal's position,
/// evenly in timecents. Returns whether any does: otherwise none will before the next message. Audio
/// thread.
__attribute__((swift_attr("@_noLocks"))) bool
seqd_fade(fluid_synth_t *synth, float seconds, fluid_voice_t **voices, int count);

/// The reasons for which a voice sounds: bits of `seqd_voice_state.reasons`; 0 for one that dies
/// away.
enum seqd_voice_reason {
    SEQD_VOICE_KEY = 1,
    SEQD_VOICE_SUSTAIN = 2,
    SEQD_VOICE_SOSTENUTO = 4,
};

/// A voice that sounds.
typedef struct seqd_voice_state {
    uint8_t channel;
    uint8_t key;
    uint8_t reasons;
} seqd_voice_state;

/// Tells which voices sound, and why. `voices` is memory for as many voices as `count`; at most so
/// many are told. Audio thread.
__attribute__((swift_attr("@_noLocks"))) int
seqd_voice_states(fluid_synth_t *synth, fluid_voice_t **voices, int count,
                  seqd_voice_state *states);

#endif
