#include "fluidsynth.h"

#include <fluidsynth.h>
#include <time.h>

// As in seqd's own builds before it had effects of its own: FluidSynth's effects are an OpenMP
// region, whose entry would be measured too.
void GOMP_parallel(void (*function)(void *), void *data, unsigned threads, unsigned flags) {
    (void)threads;
    (void)flags;
    function(data);
}

void *probe_synth(int reverb, int chorus) {
    fluid_settings_t *settings = new_fluid_settings();
    fluid_settings_setint(settings, "synth.threadsafe-api", 0);
    fluid_settings_setint(settings, "synth.reverb.active", reverb);
    fluid_settings_setint(settings, "synth.chorus.active", chorus);
    return new_fluid_synth(settings);
}

void probe_render(void *synth, int frames) {
    static float left[4096], right[4096];
    fluid_synth_write_float(synth, frames, left, 0, 1, right, 0, 1);
}

int64_t probe_nanoseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}
