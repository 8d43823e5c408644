#include "CFluidSynth.h"

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

void seqd_use_portamento(fluid_synth_t *synth) {
    for (int channel = 0; channel < fluid_synth_count_midi_channels(synth); channel++)
        fluid_synth_set_portamento_mode(synth, channel, FLUID_CHANNEL_PORTAMENTO_MODE_EACH_NOTE);
}

void seqd_render(fluid_synth_t *synth, int frames, float *left, float *right, float *reverb,
                 float *chorus) {
    // So many frames at once that an instance's buffers, six of doubles, stay in the cache nearest to
    // the processor: a thirtieth of a render's time.
    enum { MOST = 512 };
    for (int done = 0, count; done < frames; done += count) {
        count = frames - done < MOST ? frames - done : MOST;
        // Left and right of each effect's output, and without effects the mono send in the left
        // one's place. fluid_synth_process adds to what is there.
        float *dry[2] = {left + done, right + done};
        float *sends[4] = {reverb + done, NULL, chorus + done, NULL};
        size_t size = (size_t)count * sizeof(float);
        memset(dry[0], 0, size);
        memset(dry[1], 0, size);
        memset(sends[0], 0, size);
        memset(sends[2], 0, size);
        fluid_synth_process(synth, count, 4, sends, 2, dry);
    }
}

void seqd_skip(fluid_synth_t *synth, int frames) {
    enum { BLOCK = 64 };
    float left[BLOCK], right[BLOCK], reverb[BLOCK], chorus[BLOCK];
    for (int count; frames > 0; frames -= count) {
        count = frames < BLOCK ? frames : BLOCK;
        seqd_render(synth, count, left, right, reverb, chorus);
    }
}

void seqd_fluid_silence(void) {
    const int levels[] = {FLUID_PANIC, FLUID_ERR, FLUID_WARN, FLUID_INFO, FLUID_DBG};
    for (size_t index = 0; index < sizeof levels / sizeof *levels; index++)
        fluid_set_log_function(levels[index], NULL, NULL);
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
    // Without a substitute FluidSynth then asks for its own: (0, program), (0, 0), (128, 0).
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
