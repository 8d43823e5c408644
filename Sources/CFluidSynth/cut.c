#include "font.h"

// A class that no font has: its numbers are below 128.
enum { KEY_CLASS = 1000 };

// Timecents that FluidSynth clips to its shortest release, 16 ms for 96 dB, whatever modulators and
// controllers add.
enum { SHORTEST_RELEASE = -60000 };

// Finds the voices that a voice ends, moves them to the front of the note's memory, and gives them
// the exclusive class by which FluidSynth ends them. Returns how many there are.
static int find_ended(fluid_synth_t *synth, fluid_voice_t *voice, const seqd_note *note,
                      int exclusive, bool cuts_key) {
    int found = 0;
    fluid_synth_get_voicelist(synth, note->voices, note->voice_count, -1);
    for (int index = 0; index < note->voice_count && note->voices[index]; index++) {
        fluid_voice_t *other = note->voices[index];
        if (fluid_voice_get_channel(other) != fluid_voice_get_channel(voice)
            || fluid_voice_get_id(other) == fluid_voice_get_id(voice))
            continue;
        bool is_cut = cuts_key && fluid_voice_get_key(other) == fluid_voice_get_key(voice);
        if (!is_cut
            && (!exclusive || (int)fluid_voice_gen_get(other, GEN_EXCLUSIVECLASS) != exclusive))
            continue;
        if (is_cut)
            fluid_voice_gen_set(other, GEN_EXCLUSIVECLASS, (float)(exclusive ? exclusive : KEY_CLASS));
        note->voices[found++] = other;
    }
    return found;
}

void seqd_start_voice(fluid_synth_t *synth, fluid_voice_t *voice, const seqd_note *note,
                      bool is_first) {
    int exclusive = (int)fluid_voice_gen_get(voice, GEN_EXCLUSIVECLASS);
    bool cuts_key = is_first && note && note->cuts_key;
    int ended = 0;
    if (note && note->voices && (exclusive || cuts_key)) {
        ended = find_ended(synth, voice, note, exclusive, cuts_key);
        if (!exclusive && ended) fluid_voice_gen_set(voice, GEN_EXCLUSIVECLASS, KEY_CLASS);
    }
    fluid_synth_start_voice(synth, voice);
    if (!exclusive && ended) fluid_voice_gen_set(voice, GEN_EXCLUSIVECLASS, 0);
    // FluidSynth lets them fall by 40 dB in 0.37 s, and from 2.4.3 on in 0.13.
    for (int index = 0; index < ended; index++) {
        fluid_voice_gen_set(note->voices[index], GEN_WAITING, 0);
        fluid_voice_gen_set(note->voices[index], GEN_VOLENVRELEASE, SHORTEST_RELEASE);
        fluid_voice_update_param(note->voices[index], GEN_VOLENVRELEASE);
    }
}
