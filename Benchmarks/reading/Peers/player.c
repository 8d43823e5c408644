/* FluidSynth's own player without a font: what its sequencing takes, and going to another place.
 *
 *     player play SONG.mid RUNS     each run plays the song to its end
 *     player seek SONG.mid RUNS     each run goes to another place, by turns before and behind
 *
 * Prints JSON: seconds for each run, and the events of the song that the player handed out ("play").
 * Nothing sounds: no font is loaded, reverb and chorus are off. What silence costs is counted too:
 * the player has no other clock than the blocks of 64 frames.
 */
#include <fluidsynth.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PERIOD = 256 };

static long events;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int count_event(void *synth, fluid_midi_event_t *event) {
    events++;
    return fluid_synth_handle_midi_event(synth, event);
}

static void period(fluid_synth_t *synth) {
    float left[PERIOD], right[PERIOD];
    fluid_synth_write_float(synth, PERIOD, left, 0, 1, right, 0, 1);
}

int main(int count, char **arguments) {
    if (count != 4) return 64;
    int runs = atoi(arguments[3]);
    fluid_set_log_function(FLUID_WARN, NULL, NULL);
    fluid_settings_t *settings = new_fluid_settings();
    fluid_settings_setnum(settings, "synth.sample-rate", 48000);
    fluid_settings_setint(settings, "synth.polyphony", 1);
    fluid_settings_setint(settings, "synth.reverb.active", 0);
    fluid_settings_setint(settings, "synth.chorus.active", 0);
    fluid_synth_t *synth = new_fluid_synth(settings);
    printf("{\"seconds\": [");
    if (strcmp(arguments[1], "play") == 0) {
        for (int run = 0; run < runs; run++) {
            fluid_player_t *player = new_fluid_player(synth);
            fluid_player_set_playback_callback(player, count_event, synth);
            if (fluid_player_add(player, arguments[2]) != FLUID_OK) return 1;
            fluid_player_play(player);
            period(synth); /* It loads the song. */
            events = 0;
            double start = now();
            while (fluid_player_get_status(player) == FLUID_PLAYER_PLAYING) period(synth);
            printf("%s%f", run ? ", " : "", now() - start);
            delete_fluid_player(player);
        }
    } else {
        fluid_player_t *player = new_fluid_player(synth);
        if (fluid_player_add(player, arguments[2]) != FLUID_OK) return 1;
        fluid_player_play(player);
        period(synth);
        int length = fluid_player_get_total_ticks(player);
        for (int run = 0; run < runs; run++) {
            int place = (int)((double)length * ((run * 7 + 5) % 16) / 16);
            double start = now();
            fluid_player_seek(player, place);
            period(synth);
            printf("%s%f", run ? ", " : "", now() - start);
        }
    }
    printf("], \"events\": %ld, \"bytes\": 0, \"memory\": 0}\n", events);
    fflush(stdout);
    _exit(0);
}
