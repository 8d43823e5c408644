#include "font.h"

#include <string.h>

// A number from 0, below 1, for a note of a channel: the same in each instance, so that what is
// rendered is what is played (SplitMix64).
static float random_number(int channel, uint64_t note) {
    uint64_t bits = (note * CHANNELS + (uint64_t)channel) * 0x9E3779B97F4A7C15;
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9;
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB;
    bits ^= bits >> 31;
    return (float)(bits >> 40) * 0x1p-24f;
}

bool seqd_is_chosen(seqd_font *font, const seqd_choice *choice, int channel) {
    uint64_t note = font->notes[channel];
    counter *turns = &font->counters[(uint32_t)channel * font->tables->counter_count
                                     + choice->counter];
    if (turns->note != note) {
        turns->note = note;
        turns->count++;
    }
    if ((turns->count - 1) % choice->length != choice->position) return false;
    float random = random_number(channel, note);
    return choice->low <= random && random < choice->high;
}

void seqd_restart_choices(fluid_synth_t *synth) {
    for (int index = 0, count = fluid_synth_sfcount(synth); index < count; index++) {
        seqd_font *font = seqd_font_at(synth, index);
        if (!font) continue;
        memset(font->notes, 0, sizeof font->notes);
        if (font->counters)
            memset(font->counters, 0,
                   sizeof *font->counters * CHANNELS * font->tables->counter_count);
    }
}
