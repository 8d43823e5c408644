/* From a file's name to the first block that is heard, by FluidSynth's own player.
 *
 *     first_sound SONG.mid FONT.sf2
 *
 * Prints JSON: when the font was loaded and when the first sample above −90 dBFS was there, in
 * seconds since the beginning, and its frame. Gives up after ten seconds of silence. The settings are
 * those of FirstSoundProbe.swift: 48,000 Hz, reverb and chorus on, 512 voices, 256 frames at a time,
 * all cores. The player loads the file with its first block.
 */
#include <fluidsynth.h>
#include <math.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { PERIOD = 256, LIMIT = 480000 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

int main(int count, char **arguments) {
    if (count != 3) return 64;
    double start = now();
    fluid_settings_t *settings = new_fluid_settings();
    fluid_settings_setnum(settings, "synth.sample-rate", 48000);
    fluid_settings_setint(settings, "synth.polyphony", 512);
    fluid_settings_setint(settings, "synth.cpu-cores", (int)sysconf(_SC_NPROCESSORS_ONLN));
    fluid_synth_t *synth = new_fluid_synth(settings);
    if (fluid_synth_sfload(synth, arguments[2], 1) < 0) return 1;
    double prepared = now() - start;
    fluid_player_t *player = new_fluid_player(synth);
    if (fluid_player_add(player, arguments[1]) != FLUID_OK) return 1;
    fluid_player_play(player);
    double sounded = -1;
    int frames = 0;
    float left[PERIOD], right[PERIOD];
    while (sounded < 0 && frames < LIMIT) {
        fluid_synth_write_float(synth, PERIOD, left, 0, 1, right, 0, 1);
        frames += PERIOD;
        for (int frame = 0; frame < PERIOD && sounded < 0; frame++)
            if (fabsf(left[frame]) > 3.2e-5f || fabsf(right[frame]) > 3.2e-5f)
                sounded = now() - start;
    }
    printf("{\"prepared\": %f, \"sounded\": ", prepared);
    if (sounded < 0) printf("null");
    else printf("%f", sounded);
    printf(", \"frame\": %d}\n", frames);
    /* What would be freed now goes with the process. */
    fflush(stdout);
    _exit(0);
}
