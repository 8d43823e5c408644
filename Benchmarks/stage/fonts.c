// FluidSynth with its own reader: loads a font into some instances, plays a block of one note, and
// prints the resident memory in kB.
//
//     fonts-probe FONT INSTANCES DYNAMIC
#include <fluidsynth.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long resident(void) {
    char line[256];
    long kilobytes = -1;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "VmRSS:", 6) == 0) kilobytes = atol(line + 6);
    if (file) fclose(file);
    return kilobytes;
}

int main(int count, char **words) {
    if (count != 4) return 64;
    int instances = atoi(words[2]);
    for (int instance = 0; instance < instances; instance++) {
        fluid_settings_t *settings = new_fluid_settings();
        fluid_settings_setint(settings, "synth.dynamic-sample-loading", atoi(words[3]));
        fluid_settings_setnum(settings, "synth.sample-rate", 48000);
        fluid_synth_t *synth = new_fluid_synth(settings);
        if (fluid_synth_sfload(synth, words[1], 1) == FLUID_FAILED) return 65;
        fluid_synth_noteon(synth, 0, 60, 100);
        float left[64], right[64];
        fluid_synth_write_float(synth, 64, left, 0, 1, right, 0, 1);
    }
    printf("%ld\n", resident());
    fflush(stdout);
    // Nothing is freed: what the end of the process costs is not FluidSynth's.
    _Exit(0);
}
