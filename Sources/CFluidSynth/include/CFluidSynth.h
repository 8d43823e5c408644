// FluidSynth, and which of its calls the audio thread may make.
#ifndef CFLUIDSYNTH_H
#define CFLUIDSYNTH_H

#include <fluidsynth.h>

#define REALTIME __attribute__((swift_attr("@_noLocks")))

// Measured free of locks and allocation on an instance with synth.threadsafe-api 0 whose presets
// are pinned (RealtimeSanitizer runs over them in the tests). A redeclaration is enough to mark.
REALTIME int fluid_synth_noteon(fluid_synth_t *synth, int chan, int key, int vel);
REALTIME int fluid_synth_noteoff(fluid_synth_t *synth, int chan, int key);
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
REALTIME int fluid_synth_set_channel_type(fluid_synth_t *synth, int chan, int type);
REALTIME int fluid_synth_get_active_voice_count(fluid_synth_t *synth);
REALTIME int fluid_synth_write_float(fluid_synth_t *synth, int len, void *lout, int loff, int lincr,
                                     void *rout, int roff, int rincr);

// SysEx is clean but for MIDI Tuning Standard messages, which allocate: the caller keeps those out
// of the checked section.
REALTIME int fluid_synth_sysex(fluid_synth_t *synth, const char *data, int len, char *response,
                               int *response_len, int *handled, int dryrun);

/// Collects what FluidSynth logs in this thread into `buffer` (NULL: discard); the messages of
/// other threads are discarded. Call once per thread before a call whose messages matter. While a
/// buffer is set, GLib's messages without a domain are discarded too.
void seqd_fluid_capture_log(char *buffer, int capacity);

/// Replaces FluidSynth's own log output, for the whole process.
void seqd_fluid_install_log(void);

#endif
