#define _GNU_SOURCE
#include "CFluidSynth.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// FluidSynth's effect stage is an OpenMP parallel region. libgomp allocates a team on each entry,
// even with one thread; this definition, which the executable exports, comes before libgomp's in
// the dynamic linker's order and runs the region as the plain call that one thread needs.
// With no team around it, the region's omp_get_thread_num() is 0 and its loops run whole.
void GOMP_parallel(void (*function)(void *), void *data, unsigned threads, unsigned flags);

void GOMP_parallel(void (*function)(void *), void *data, unsigned threads, unsigned flags) {
    (void)threads;
    (void)flags;
    function(data);
}

void seqd_use_raw_sends(fluid_synth_t *synth) {
    // Deprecated, and in all versions from 2.0 to 2.6: the calls that replace them ask for a group
    // of effect units, while these switch the sends only where no unit was made.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    fluid_synth_set_reverb_on(synth, 1);
    fluid_synth_set_chorus_on(synth, 1);
#pragma GCC diagnostic pop
}

void seqd_render(fluid_synth_t *synth, int frames, float *left, float *right, float *reverb,
                 float *chorus) {
    // Left and right of each effect's output, and without effects the mono send in the left one's
    // place. fluid_synth_process adds to what is there.
    float *dry[2] = {left, right};
    float *sends[4] = {reverb, NULL, chorus, NULL};
    size_t size = (size_t)frames * sizeof(float);
    memset(left, 0, size);
    memset(right, 0, size);
    memset(reverb, 0, size);
    memset(chorus, 0, size);
    fluid_synth_process(synth, frames, 4, sends, 2, dry);
}

static _Thread_local char *log_buffer;
static _Thread_local int log_capacity;

// A SoundFont that FluidSynth's own loader refuses goes to its DLS loader (libinstpatch), whose
// failed assertions GLib prints to standard error. GLib is there only where FluidSynth was built
// with it, so its functions are looked up.
typedef void glib_log_handler(const char *domain, int level, const char *message, void *data);
static _Thread_local unsigned glib_handler;

static void drop_message(const char *domain, int level, const char *message, void *data) {
    (void)domain;
    (void)level;
    (void)message;
    (void)data;
}

static void silence_glib(bool silent) {
    unsigned (*set)(const char *, int, glib_log_handler *, void *) =
        (unsigned (*)(const char *, int, glib_log_handler *, void *))dlsym(RTLD_DEFAULT,
                                                                          "g_log_set_handler");
    void (*remove)(const char *, unsigned) =
        (void (*)(const char *, unsigned))dlsym(RTLD_DEFAULT, "g_log_remove_handler");
    if (!set || !remove) return;
    if (glib_handler) remove(NULL, glib_handler);
    // All levels: everything but the flags G_LOG_FLAG_RECURSION (1) and G_LOG_FLAG_FATAL (2).
    glib_handler = silent ? set(NULL, ~3, drop_message, NULL) : 0;
}

void seqd_fluid_capture_log(char *buffer, int capacity) {
    log_buffer = buffer;
    log_capacity = capacity;
    if (buffer) buffer[0] = 0;
    silence_glib(buffer != NULL);
}

static void keep_message(int level, const char *message, void *data) {
    (void)data;
    if (!log_buffer || level > FLUID_WARN) return;
    // Said by the loaders that come after ours, of a file that is not there for them.
    if (strstr(message, SEQD_FONT_PREFIX) || strncmp(message, "ipatch", 6) == 0) return;
    size_t used = strlen(log_buffer);
    size_t wanted = strlen(message);
    if (used + wanted + 3 > (size_t)log_capacity) return;
    if (used > 0) {
        memcpy(log_buffer + used, "; ", 2);
        used += 2;
    }
    memcpy(log_buffer + used, message, wanted + 1);
}

void seqd_fluid_install_log(void) {
    fluid_set_log_function(FLUID_PANIC, keep_message, NULL);
    fluid_set_log_function(FLUID_ERR, keep_message, NULL);
    fluid_set_log_function(FLUID_WARN, keep_message, NULL);
    fluid_set_log_function(FLUID_INFO, NULL, NULL);
    fluid_set_log_function(FLUID_DBG, NULL, NULL);
}

enum { DRUM_BANK = 128, MISSING_CAPACITY = 256 };

struct seqd_substitutes {
    // By program; the last one is that of the drums.
    fluid_preset_t *presets[129];
    // The preset that fluid_synth_program_change asked for first and did not find.
    bool missed;
    int bank;
    int program;
    // Written by the thread that renders the instance; entries below `count` never change.
    seqd_missing_preset missing[MISSING_CAPACITY];
    atomic_int count;
};

static const char *substitutes_name(fluid_sfont_t *font) {
    (void)font;
    return "substitutes";
}

static fluid_preset_t *substitute(fluid_sfont_t *font, int bank, int program) {
    seqd_substitutes *substitutes = fluid_sfont_get_data(font);
    if (program < 0 || program > 127) return NULL;
    // Without a substitute FluidSynth goes on to ask for its own: (0, program), (0, 0), (128, 0).
    if (!substitutes->missed) {
        substitutes->missed = true;
        substitutes->bank = bank;
        substitutes->program = program;
    }
    return substitutes->presets[bank == DRUM_BANK ? 128 : program];
}

static void start_no_iteration(fluid_sfont_t *font) { (void)font; }

static fluid_preset_t *iterate_nothing(fluid_sfont_t *font) {
    (void)font;
    return NULL;
}

static int free_substitutes_font(fluid_sfont_t *font) {
    delete_fluid_sfont(font);
    return 0;
}

seqd_substitutes *seqd_new_substitutes(fluid_synth_t *synth) {
    seqd_substitutes *substitutes = calloc(1, sizeof *substitutes);
    if (!substitutes) return NULL;
    fluid_sfont_t *font = new_fluid_sfont(substitutes_name, substitute, start_no_iteration,
                                          iterate_nothing, free_substitutes_font);
    if (!font) {
        free(substitutes);
        return NULL;
    }
    fluid_sfont_set_data(font, substitutes);
    if (fluid_synth_add_sfont(synth, font) == FLUID_FAILED) {
        delete_fluid_sfont(font);
        free(substitutes);
        return NULL;
    }
    return substitutes;
}

void seqd_delete_substitutes(seqd_substitutes *substitutes) { free(substitutes); }

void seqd_set_substitute(seqd_substitutes *substitutes, int program, fluid_preset_t *preset) {
    if (program >= 0 && program <= 128) substitutes->presets[program] = preset;
}

static void note_missing(seqd_substitutes *substitutes, int channel) {
    int count = atomic_load_explicit(&substitutes->count, memory_order_relaxed);
    seqd_missing_preset missing = {(uint16_t)substitutes->bank, (uint8_t)substitutes->program,
                                   (uint8_t)channel};
    for (int index = 0; index < count; index++) {
        const seqd_missing_preset *known = &substitutes->missing[index];
        if (known->bank == missing.bank && known->program == missing.program) return;
    }
    if (count == MISSING_CAPACITY) return;
    substitutes->missing[count] = missing;
    atomic_store_explicit(&substitutes->count, count + 1, memory_order_release);
}

int seqd_program_change(fluid_synth_t *synth, seqd_substitutes *substitutes, int channel,
                        int program) {
    substitutes->missed = false;
    int result = fluid_synth_program_change(synth, channel, program);
    if (substitutes->missed) note_missing(substitutes, channel);
    return result;
}

int seqd_missing_presets(const seqd_substitutes *substitutes) {
    return atomic_load_explicit(&substitutes->count, memory_order_acquire);
}

seqd_missing_preset seqd_missing_preset_at(const seqd_substitutes *substitutes, int index) {
    return substitutes->missing[index];
}
