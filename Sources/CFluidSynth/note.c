#include "font.h"

#include "SeqdPedal.h"

// Of a note that begins while the soft pedal is down: centibels, and cents.
enum { SOFT_ATTENUATION = 30, SOFT_CUTOFF = -1800 };

static bool has_key(const seqd_range *range, int key) {
    return range->low_key <= key && key <= range->high_key;
}

static bool is_inside(const seqd_range *range, int key, int velocity) {
    return has_key(range, key) && range->low_velocity <= velocity
        && velocity <= range->high_velocity;
}

static void add_generators(fluid_voice_t *voice, const seqd_tables *tables, seqd_slice slice) {
    const seqd_generator *generator = &tables->generators[slice.first];
    for (uint32_t count = slice.count; count > 0; count--, generator++)
        fluid_voice_gen_incr(voice, generator->number, generator->value);
}

static void add_modulators(fluid_voice_t *voice, const seqd_tables *tables, seqd_slice slice,
                           int mode) {
    for (uint32_t index = 0; index < slice.count; index++)
        fluid_voice_add_mod(voice, tables->modulators[slice.first + index], mode);
}

// What FluidSynth's call has no arguments for: the voices that the note may still begin, and what
// messages have set for it.
static _Thread_local int voices_left;
static _Thread_local const seqd_note *current_note;
// Whether the voices are those of a note's release.
static _Thread_local bool is_release;

int seqd_note_on(fluid_synth_t *synth, int channel, int key, int velocity, int voices,
                 const seqd_note *note) {
    voices_left = voices;
    current_note = note;
    fluid_synth_noteon(synth, channel, key, velocity);
    current_note = NULL;
    return voices - voices_left;
}

int seqd_release_note(fluid_synth_t *synth, int channel, int key, int velocity, int voices) {
    fluid_preset_t *preset = fluid_synth_get_channel_preset(synth, channel);
    if (!preset || voices <= 0) return 0;
    voices_left = voices;
    is_release = true;
    seqd_start_note(preset, synth, channel, key, velocity);
    is_release = false;
    return voices - voices_left;
}

void seqd_note_off(fluid_synth_t *synth, int channel, int key) {
    int legato = 0;
    // Before version 2.4.7 FluidSynth returns to the key before this one under the legato pedal, and
    // calls a preset that is not there.
    if (!fluid_synth_get_channel_preset(synth, channel))
        fluid_synth_get_cc(synth, channel, 68, &legato);
    if (legato) fluid_synth_cc(synth, channel, 68, 0);
    fluid_synth_noteoff(synth, channel, key);
    if (legato) fluid_synth_cc(synth, channel, 68, legato);
}

static bool sounds_on_release(const seqd_tables *tables, const seqd_voice_zone *part) {
    const seqd_generator *generator = &tables->generators[part->generators.first];
    for (uint32_t count = part->generators.count; count > 0; count--, generator++)
        if (generator->number == GEN_SAMPLEMODE) return (int)generator->value == START_ON_RELEASE;
    return false;
}

// Generators that messages set in the place of their defaults, before a font's own.
static void set_defaults(fluid_voice_t *voice) {
    const seqd_note *note = current_note;
    for (int index = 0; note && index < note->default_count; index++)
        fluid_voice_gen_set(voice, note->defaults[index].number, note->defaults[index].value);
}

// What messages add to a font's generators.
static void add_offsets(fluid_voice_t *voice, int own) {
    const seqd_note *note = current_note;
    if (!note) return;
    for (int index = 0; index < note->offset_count; index++)
        fluid_voice_gen_incr(voice, note->offsets[index].number, note->offsets[index].value);
    if (note->is_soft && !(own & SEQD_OWN_SOFT_PEDAL)) {
        fluid_voice_gen_incr(voice, GEN_ATTENUATION, SOFT_ATTENUATION);
        fluid_voice_gen_incr(voice, GEN_FILTERFC, SOFT_CUTOFF);
    }
    if (note->cents) seqd_tune(voice, note->cents);
}

// The decibels that a zone takes from the key and the velocity of a note.
static float note_gain(const seqd_tables *tables, const seqd_voice_zone *part, int key,
                       int velocity) {
    if (part->gain == 0) return 0;
    const float *gains = tables->gains + (size_t)(part->gain - 1) * 256;
    return gains[key & 127] + gains[128 + (velocity & 127)];
}

// Starts a voice for each zone that plays the key (SoundFont 2.04 §9.4, §9.5). Audio thread: takes no
// lock and allocates nothing.
int seqd_start_note(fluid_preset_t *preset, fluid_synth_t *synth, int channel, int key,
                    int velocity) {
    const preset_of_font *data = fluid_preset_get_data(preset);
    seqd_font *font = data->font;
    const seqd_tables *tables = font->tables;
    const seqd_slice zones = data->preset->zones;
    channel &= CHANNELS - 1;
    font->notes[channel]++;
    int begun = 0;
    bool waits = false;
    for (uint32_t index = zones.first; index < zones.first + zones.count; index++) {
        const seqd_preset_zone *zone = &tables->zones[index];
        if (!is_inside(&zone->range, key, velocity)) continue;
        const seqd_slice inner = zone->voices;
        for (uint32_t position = inner.first; position < inner.first + inner.count; position++) {
            const seqd_voice_zone *part = &tables->voices[position];
            if (part->choice && has_key(&part->range, key)
                && !seqd_is_chosen(font, &tables->choices[part->choice - 1], channel))
                continue;
            if (!is_inside(&part->range, key, velocity)) continue;
            fluid_sample_t *sample =
                atomic_load_explicit(&font->samples[part->sample], memory_order_acquire);
            if (!sample) continue;
            if (is_release && !sounds_on_release(tables, part)) continue;
            float gain = note_gain(tables, part, key, velocity);
            if (gain <= SEQD_SILENCE) continue;
            if (!font->is_reference
                && seqd_is_too_high(tables, zone, part, synth, channel, key))
                continue;
            if (voices_left == 0) return FLUID_OK;
            voices_left--;
            fluid_voice_t *voice = fluid_synth_alloc_voice(synth, sample, channel, key, velocity);
            if (!voice) return FLUID_FAILED;
            set_defaults(voice);
            // An instrument's generators supersede the defaults, a preset's are added.
            const seqd_generator *generator = &tables->generators[part->generators.first];
            for (uint32_t count = part->generators.count; count > 0; count--, generator++)
                fluid_voice_gen_set(voice, generator->number, generator->value);
            add_generators(voice, tables, part->additions);
            add_modulators(voice, tables, part->modulators, FLUID_VOICE_OVERWRITE);
            add_generators(voice, tables, zone->generators);
            add_modulators(voice, tables, zone->modulators, FLUID_VOICE_ADD);
            seqd_add_controllers(voice, font, data->preset->own);
            seqd_correct(voice, font, part->sample, seqd_cents(tables, zone, part, key));
            if (is_release) {
                seqd_begin_released(voice);
            } else if (seqd_starts_on_release(voice, font)) {
                seqd_wait(voice);
                // One that waits is enough.
                if (waits) fluid_voice_gen_set(voice, GEN_WAITING, 0);
                waits = true;
            }
            int octaves = font->facts[part->sample].octaves;
            if (octaves) fluid_voice_gen_incr(voice, GEN_COARSETUNE, -12.f * octaves);
            float attenuation = font->facts[part->sample].attenuation - 10 * gain;
            if (attenuation != 0) fluid_voice_gen_incr(voice, GEN_ATTENUATION, attenuation);
            fluid_voice_gen_set(voice, GEN_TUNING, 0);
            add_offsets(voice, data->preset->own);
            if (font->has_half_pedal) seqd_take_release(voice);
            seqd_start_voice(synth, voice, current_note, begun == 0);
            begun++;
        }
    }
    return FLUID_OK;
}
