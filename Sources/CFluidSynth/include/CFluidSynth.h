// FluidSynth, and which of its calls the audio thread may make.
#ifndef CFLUIDSYNTH_H
#define CFLUIDSYNTH_H

#include "SeqdFont.h"
#include "SeqdPedal.h"

#include <fluidsynth.h>
#include <stdint.h>

#define REALTIME __attribute__((swift_attr("@_noLocks")))

// Measured free of locks and allocation on an instance with synth.threadsafe-api 0 and our fonts
// (RealtimeSanitizer runs over them in the tests). A redeclaration is enough to mark.
REALTIME int fluid_synth_cc(fluid_synth_t *synth, int chan, int ctrl, int val);
REALTIME int fluid_synth_pitch_bend(fluid_synth_t *synth, int chan, int val);
REALTIME int fluid_synth_channel_pressure(fluid_synth_t *synth, int chan, int val);
REALTIME int fluid_synth_key_pressure(fluid_synth_t *synth, int chan, int key, int val);
REALTIME int fluid_synth_program_change(fluid_synth_t *synth, int chan, int program);
REALTIME int fluid_synth_bank_select(fluid_synth_t *synth, int chan, int bank);
REALTIME int fluid_synth_get_program(fluid_synth_t *synth, int chan, int *sfont_id, int *bank_num,
                                     int *preset_num);
REALTIME int fluid_synth_get_cc(fluid_synth_t *synth, int chan, int num, int *pval);
REALTIME int fluid_synth_get_pitch_bend(fluid_synth_t *synth, int chan, int *ppitch_bend);
REALTIME int fluid_synth_get_pitch_wheel_sens(fluid_synth_t *synth, int chan, int *pval);
REALTIME int fluid_synth_pitch_wheel_sens(fluid_synth_t *synth, int chan, int val);
REALTIME float fluid_synth_get_gen(fluid_synth_t *synth, int chan, int param);
REALTIME int fluid_synth_set_gen(fluid_synth_t *synth, int chan, int param, float value);
REALTIME int fluid_synth_set_interp_method(fluid_synth_t *synth, int chan, int interp_method);
REALTIME int fluid_synth_set_channel_type(fluid_synth_t *synth, int chan, int type);
REALTIME int fluid_synth_system_reset(fluid_synth_t *synth);
REALTIME int fluid_synth_get_active_voice_count(fluid_synth_t *synth);

/// Loads FluidSynth's library if that has not been done; its functions may be called after that.
/// Returns NULL, or why it cannot be loaded.
const char *seqd_fluidsynth_problem(void);

/// Switches an instance's effect sends on, for one that was created with `synth.reverb.active` and
/// `synth.chorus.active` 0: it computes no effect.
void seqd_use_raw_sends(fluid_synth_t *synth);

/// Has notes glide from the one before them whether that is down or not, where portamento is on: on
/// all channels, until a reset.
REALTIME void seqd_use_portamento(fluid_synth_t *synth);

/// Renders some frames: the dry sound, and what goes to a reverb and to a chorus. All buffers are
/// overwritten.
REALTIME void seqd_render(fluid_synth_t *synth, int frames, float *left, float *right,
                          float *reverb, float *chorus);

/// Renders some frames and forgets them.
REALTIME void seqd_skip(fluid_synth_t *synth, int frames);

/// The presets that play where the SoundFonts lack the one that was selected, and a record of such
/// selections.
typedef struct seqd_substitutes seqd_substitutes;

/// A selection of a preset that no font has.
typedef struct seqd_missing_preset {
    uint16_t bank;
    uint8_t program;
    uint8_t channel;
} seqd_missing_preset;

/// Adds a SoundFont of the lowest priority to an instance that has none yet: it has every preset,
/// and gives the substitutes for them. NULL without memory. It is freed after the instance.
seqd_substitutes *seqd_new_substitutes(fluid_synth_t *synth);

/// Frees what `seqd_new_substitutes` made; the instance must be deleted first.
void seqd_delete_substitutes(seqd_substitutes *substitutes);

/// Sets the preset, NULL for none, that plays where a program is missing: in bank 128 the one of
/// program 128, in all others that of the program.
void seqd_set_substitute(seqd_substitutes *substitutes, int program, fluid_preset_t *preset);

/// Selects a program as fluid_synth_program_change does; notes it where the preset is missing.
REALTIME int seqd_program_change(fluid_synth_t *synth, seqd_substitutes *substitutes, int channel,
                                 int program);

/// The number of selections of missing presets so far, each counted once; any thread.
REALTIME int seqd_missing_presets(const seqd_substitutes *substitutes);

/// The selection with an index below `seqd_missing_presets`; any thread.
seqd_missing_preset seqd_missing_preset_at(const seqd_substitutes *substitutes, int index);

/// Discards what FluidSynth logs, for the whole process: what is wrong with a file is ours to tell.
void seqd_fluid_silence(void);

#endif
