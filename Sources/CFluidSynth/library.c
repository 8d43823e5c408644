// FluidSynth's library, loaded when its first instance is made: it brings dozens of others, which take
// a program that does not play through it most of its start.
//
// Its functions are defined here under their own names, and call those of the library.
#include "CFluidSynth.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// Result, name, parameters, arguments.
#define FUNCTIONS                                                                                  \
    PROCEDURE(delete_fluid_mod, (fluid_mod_t *mod), (mod))                                         \
    PROCEDURE(delete_fluid_preset, (fluid_preset_t *preset), (preset))                             \
    PROCEDURE(delete_fluid_sample, (fluid_sample_t *sample), (sample))                             \
    PROCEDURE(delete_fluid_settings, (fluid_settings_t *settings), (settings))                     \
    FUNCTION(int, delete_fluid_sfont, (fluid_sfont_t *sfont), (sfont))                             \
    PROCEDURE(delete_fluid_synth, (fluid_synth_t *synth), (synth))                                 \
    FUNCTION(double, fluid_mod_get_amount, (const fluid_mod_t *mod), (mod))                        \
    FUNCTION(int, fluid_mod_get_dest, (const fluid_mod_t *mod), (mod))                             \
    PROCEDURE(fluid_mod_set_amount, (fluid_mod_t *mod, double amount), (mod, amount))              \
    PROCEDURE(fluid_mod_set_dest, (fluid_mod_t *mod, int dst), (mod, dst))                         \
    PROCEDURE(fluid_mod_set_source1, (fluid_mod_t *mod, int src, int flags), (mod, src, flags))    \
    PROCEDURE(fluid_mod_set_source2, (fluid_mod_t *mod, int src, int flags), (mod, src, flags))    \
    FUNCTION(void *, fluid_preset_get_data, (fluid_preset_t *preset), (preset))                    \
    FUNCTION(int, fluid_preset_set_data, (fluid_preset_t *preset, void *data), (preset, data))     \
    FUNCTION(int, fluid_sample_set_loop, (fluid_sample_t *sample, unsigned int loop_start,         \
        unsigned int loop_end), (sample, loop_start, loop_end))                                    \
    FUNCTION(int, fluid_sample_set_pitch, (fluid_sample_t *sample, int root_key,                   \
        int fine_tune), (sample, root_key, fine_tune))                                             \
    FUNCTION(int, fluid_sample_set_sound_data, (fluid_sample_t *sample, short *data,               \
        char *data24, unsigned int nbframes, unsigned int sample_rate, short copy_data),           \
        (sample, data, data24, nbframes, sample_rate, copy_data))                                  \
    FUNCTION(fluid_log_function_t, fluid_set_log_function, (int level,                             \
        fluid_log_function_t fun, void *data), (level, fun, data))                                 \
    FUNCTION(int, fluid_settings_setint, (fluid_settings_t *settings, const char *name,            \
        int val), (settings, name, val))                                                           \
    FUNCTION(int, fluid_settings_setnum, (fluid_settings_t *settings, const char *name,            \
        double val), (settings, name, val))                                                        \
    FUNCTION(int, fluid_settings_setstr, (fluid_settings_t *settings, const char *name,            \
        const char *str), (settings, name, str))                                                   \
    FUNCTION(void *, fluid_sfont_get_data, (fluid_sfont_t *sfont), (sfont))                        \
    FUNCTION(const char *, fluid_sfont_get_name, (fluid_sfont_t *sfont), (sfont))                  \
    FUNCTION(fluid_preset_t *, fluid_sfont_get_preset, (fluid_sfont_t *sfont, int bank,            \
        int prenum), (sfont, bank, prenum))                                                        \
    FUNCTION(int, fluid_sfont_set_data, (fluid_sfont_t *sfont, void *data), (sfont, data))         \
    FUNCTION(int, fluid_synth_add_default_mod, (fluid_synth_t *synth, const fluid_mod_t *mod,      \
        int mode), (synth, mod, mode))                                                             \
    FUNCTION(int, fluid_synth_add_sfont, (fluid_synth_t *synth, fluid_sfont_t *sfont),             \
        (synth, sfont))                                                                            \
    FUNCTION(fluid_voice_t *, fluid_synth_alloc_voice, (fluid_synth_t *synth,                      \
        fluid_sample_t *sample, int channum, int key, int vel), (synth, sample, channum, key,      \
        vel))                                                                                      \
    FUNCTION(int, fluid_synth_bank_select, (fluid_synth_t *synth, int chan, int bank),             \
        (synth, chan, bank))                                                                       \
    FUNCTION(int, fluid_synth_cc, (fluid_synth_t *synth, int chan, int ctrl, int val),             \
        (synth, chan, ctrl, val))                                                                  \
    FUNCTION(int, fluid_synth_channel_pressure, (fluid_synth_t *synth, int chan, int val),         \
        (synth, chan, val))                                                                        \
    FUNCTION(int, fluid_synth_count_midi_channels, (fluid_synth_t *synth), (synth))                \
    FUNCTION(int, fluid_synth_get_active_voice_count, (fluid_synth_t *synth), (synth))             \
    FUNCTION(int, fluid_synth_get_cc, (fluid_synth_t *synth, int chan, int ctrl, int *pval),       \
        (synth, chan, ctrl, pval))                                                                 \
    FUNCTION(fluid_preset_t *, fluid_synth_get_channel_preset, (fluid_synth_t *synth,              \
        int chan), (synth, chan))                                                                  \
    FUNCTION(float, fluid_synth_get_gen, (fluid_synth_t *synth, int chan, int param), (synth,      \
        chan, param))                                                                              \
    FUNCTION(int, fluid_synth_get_internal_bufsize, (fluid_synth_t *synth), (synth))               \
    FUNCTION(int, fluid_synth_get_pitch_wheel_sens, (fluid_synth_t *synth, int chan,               \
        int *pval), (synth, chan, pval))                                                           \
    FUNCTION(int, fluid_synth_get_program, (fluid_synth_t *synth, int chan, int *sfont_id,         \
        int *bank_num, int *preset_num), (synth, chan, sfont_id, bank_num, preset_num))            \
    FUNCTION(fluid_sfont_t *, fluid_synth_get_sfont, (fluid_synth_t *synth,                        \
        unsigned int num), (synth, num))                                                           \
    FUNCTION(fluid_sfont_t *, fluid_synth_get_sfont_by_id, (fluid_synth_t *synth, int id),         \
        (synth, id))                                                                               \
    PROCEDURE(fluid_synth_get_voicelist, (fluid_synth_t *synth, fluid_voice_t *buf[],              \
        int bufsize, int ID), (synth, buf, bufsize, ID))                                           \
    FUNCTION(int, fluid_synth_key_pressure, (fluid_synth_t *synth, int chan, int key,              \
        int val), (synth, chan, key, val))                                                         \
    FUNCTION(int, fluid_synth_noteoff, (fluid_synth_t *synth, int chan, int key), (synth,          \
        chan, key))                                                                                \
    FUNCTION(int, fluid_synth_noteon, (fluid_synth_t *synth, int chan, int key, int vel),          \
        (synth, chan, key, vel))                                                                   \
    FUNCTION(int, fluid_synth_pitch_bend, (fluid_synth_t *synth, int chan, int val), (synth,       \
        chan, val))                                                                                \
    FUNCTION(int, fluid_synth_pitch_wheel_sens, (fluid_synth_t *synth, int chan, int val),         \
        (synth, chan, val))                                                                        \
    FUNCTION(int, fluid_synth_process, (fluid_synth_t *synth, int len, int nfx, float *fx[],       \
        int nout, float *out[]), (synth, len, nfx, fx, nout, out))                                 \
    FUNCTION(int, fluid_synth_program_change, (fluid_synth_t *synth, int chan, int program),       \
        (synth, chan, program))                                                                    \
    FUNCTION(int, fluid_synth_program_reset, (fluid_synth_t *synth), (synth))                      \
    FUNCTION(int, fluid_synth_set_bank_offset, (fluid_synth_t *synth, int sfont_id,                \
        int offset), (synth, sfont_id, offset))                                                    \
    FUNCTION(int, fluid_synth_set_channel_type, (fluid_synth_t *synth, int chan, int type),        \
        (synth, chan, type))                                                                       \
    PROCEDURE(fluid_synth_set_chorus_on, (fluid_synth_t *synth, int on), (synth, on))              \
    FUNCTION(int, fluid_synth_set_gen, (fluid_synth_t *synth, int chan, int param,                 \
        float value), (synth, chan, param, value))                                                 \
    FUNCTION(int, fluid_synth_set_interp_method, (fluid_synth_t *synth, int chan,                  \
        int interp_method), (synth, chan, interp_method))                                          \
    FUNCTION(int, fluid_synth_set_portamento_mode, (fluid_synth_t *synth, int chan,                \
        int portamentomode), (synth, chan, portamentomode))                                        \
    PROCEDURE(fluid_synth_set_reverb_on, (fluid_synth_t *synth, int on), (synth, on))              \
    FUNCTION(int, fluid_synth_sfcount, (fluid_synth_t *synth), (synth))                            \
    PROCEDURE(fluid_synth_start_voice, (fluid_synth_t *synth, fluid_voice_t *voice), (synth,       \
        voice))                                                                                    \
    FUNCTION(int, fluid_synth_system_reset, (fluid_synth_t *synth), (synth))                       \
    EARLY(void, fluid_version, (int *major, int *minor, int *micro), (major, minor, micro))          \
    FUNCTION(char *, fluid_version_str, (void), ())                                                \
    PROCEDURE(fluid_voice_add_mod, (fluid_voice_t *voice, fluid_mod_t *mod, int mode),             \
        (voice, mod, mode))                                                                        \
    FUNCTION(float, fluid_voice_gen_get, (fluid_voice_t *voice, int gen), (voice, gen))            \
    PROCEDURE(fluid_voice_gen_incr, (fluid_voice_t *voice, int gen, float val), (voice, gen, val)) \
    PROCEDURE(fluid_voice_gen_set, (fluid_voice_t *voice, int gen, float val), (voice, gen, val))  \
    FUNCTION(int, fluid_voice_get_actual_key, (const fluid_voice_t *voice), (voice))               \
    FUNCTION(int, fluid_voice_get_channel, (const fluid_voice_t *voice), (voice))                  \
    FUNCTION(unsigned int, fluid_voice_get_id, (const fluid_voice_t *voice), (voice))              \
    FUNCTION(int, fluid_voice_get_key, (const fluid_voice_t *voice), (voice))                      \
    FUNCTION(int, fluid_voice_get_velocity, (const fluid_voice_t *voice), (voice))                 \
    FUNCTION(int, fluid_voice_is_on, (const fluid_voice_t *voice), (voice))                        \
    FUNCTION(int, fluid_voice_is_playing, (const fluid_voice_t *voice), (voice))                   \
    FUNCTION(int, fluid_voice_is_sostenuto, (const fluid_voice_t *voice), (voice))                 \
    FUNCTION(int, fluid_voice_is_sustained, (const fluid_voice_t *voice), (voice))                 \
    FUNCTION(int, fluid_voice_optimize_sample, (fluid_sample_t *s), (s))                           \
    PROCEDURE(fluid_voice_update_param, (fluid_voice_t *voice, int gen), (voice, gen))             \
    FUNCTION(fluid_mod_t *, new_fluid_mod, (void), ())                                             \
    FUNCTION(fluid_preset_t *, new_fluid_preset, (fluid_sfont_t *parent_sfont,                     \
        fluid_preset_get_name_t get_name, fluid_preset_get_banknum_t get_bank,                     \
        fluid_preset_get_num_t get_num, fluid_preset_noteon_t noteon,                              \
        fluid_preset_free_t free), (parent_sfont, get_name, get_bank, get_num, noteon, free))      \
    FUNCTION(fluid_sample_t *, new_fluid_sample, (void), ())                                       \
    EARLY(fluid_settings_t *, new_fluid_settings, (void), ())                                   \
    FUNCTION(fluid_sfont_t *, new_fluid_sfont, (fluid_sfont_get_name_t get_name,                   \
        fluid_sfont_get_preset_t get_preset, fluid_sfont_iteration_start_t iter_start,             \
        fluid_sfont_iteration_next_t iter_next, fluid_sfont_free_t free), (get_name,               \
        get_preset, iter_start, iter_next, free))                                                  \
    FUNCTION(fluid_synth_t *, new_fluid_synth, (fluid_settings_t *settings), (settings))

#define FUNCTION(result, name, parameters, arguments) result(*name) parameters;
#define PROCEDURE(name, parameters, arguments) FUNCTION(void, name, parameters, arguments)
#define EARLY FUNCTION
static struct {
    FUNCTIONS
} library;
#undef FUNCTION
#undef PROCEDURE

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char problem[256];
static bool is_loaded;

static void load(void) {
    void *file = dlopen("libfluidsynth.so.3", RTLD_NOW | RTLD_LOCAL);
    if (!file) {
        snprintf(problem, sizeof problem, "%s", dlerror());
        return;
    }
#define FUNCTION(result, name, parameters, arguments)                                              \
    library.name = (result(*) parameters)dlsym(file, #name);                                       \
    if (!library.name) {                                                                           \
        snprintf(problem, sizeof problem, "libfluidsynth.so.3 has no " #name);                     \
        return;                                                                                    \
    }
#define PROCEDURE(name, parameters, arguments) FUNCTION(void, name, parameters, arguments)
    FUNCTIONS
#undef FUNCTION
#undef PROCEDURE
    is_loaded = true;
}

const char *seqd_fluidsynth_problem(void) {
    pthread_once(&once, load);
    return is_loaded ? NULL : problem;
}

// Those that a program calls first which uses FluidSynth directly, as a few tests do.
fluid_settings_t *new_fluid_settings(void) {
    return seqd_fluidsynth_problem() ? NULL : library.new_fluid_settings();
}

void fluid_version(int *major, int *minor, int *micro) {
    if (!seqd_fluidsynth_problem()) library.fluid_version(major, minor, micro);
}

// All others are called only after one of these.
#define FUNCTION(result, name, parameters, arguments)                                              \
    result name parameters { return library.name arguments; }
#define PROCEDURE(name, parameters, arguments)                                                     \
    void name parameters { library.name arguments; }
#undef EARLY
#define EARLY(result, name, parameters, arguments)
FUNCTIONS
