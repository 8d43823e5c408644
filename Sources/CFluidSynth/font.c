#include "SeqdFont.h"
#include "SeqdPedal.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// A default modulator that SoundFont 2.04 does not have.
typedef struct sound_controller {
    int own;
    int source, flags;
    int second, second_flags;
    int destination;
    double amount;
} sound_controller;

enum {
    BIPOLAR_CC = FLUID_MOD_CC | FLUID_MOD_LINEAR | FLUID_MOD_BIPOLAR | FLUID_MOD_POSITIVE,
    // 0 below 64, from there on 1.
    UPPER_HALF = FLUID_MOD_CC | FLUID_MOD_SWITCH | FLUID_MOD_UNIPOLAR | FLUID_MOD_POSITIVE,
    PRESSURE = FLUID_MOD_GC | FLUID_MOD_LINEAR | FLUID_MOD_UNIPOLAR | FLUID_MOD_POSITIVE,
    SOUND_CONTROLLERS = 9,
    // Of a note that begins while the soft pedal is down: centibels, and cents.
    SOFT_ATTENUATION = 30,
    SOFT_CUTOFF = -1800,
};

// General MIDI 2 names these controllers (RP-021) and says that 64 changes nothing; how much they
// change is up to the instrument. Amounts are those of the whole range below 64, and nearly that
// above it: timecents, cents, centibels. A vibrato of less than nothing would be one of the opposite
// phase, so its depth only grows.
static const sound_controller sound_controllers[SOUND_CONTROLLERS] = {
    {1 << 0, 71, BIPOLAR_CC, 0, 0, GEN_FILTERQ, 200},
    {1 << 1, 72, BIPOLAR_CC, 0, 0, GEN_VOLENVRELEASE, 4800},
    {1 << 2, 73, BIPOLAR_CC, 0, 0, GEN_VOLENVATTACK, 9600},
    {1 << 3, 74, BIPOLAR_CC, 0, 0, GEN_FILTERFC, 4800},
    {1 << 4, 75, BIPOLAR_CC, 0, 0, GEN_VOLENVDECAY, 4800},
    {1 << 5, 76, BIPOLAR_CC, 0, 0, GEN_VIBLFOFREQ, 2400},
    {1 << 6, 77, BIPOLAR_CC, 77, UPPER_HALF, GEN_VIBLFOTOPITCH, 100},
    {1 << 7, 78, BIPOLAR_CC, 0, 0, GEN_VIBLFODELAY, 12000},
    // As that of the channel's pressure, SoundFont 2.04 §8.4.3.
    {SEQD_OWN_KEY_PRESSURE, FLUID_MOD_KEYPRESSURE, PRESSURE, 0, 0, GEN_VIBLFOTOPITCH, 50},
};

// A preset of a font as FluidSynth knows it.
typedef struct preset_of_font {
    seqd_font *font;
    const seqd_preset *preset;
} preset_of_font;

// A counter of `seqd_choice` on a channel.
typedef struct counter {
    // How many notes its keys have got.
    uint64_t count;
    // The last one that it has counted, by its number on the channel: several zones ask for it.
    uint64_t note;
} counter;

enum { CHANNELS = 16 };

struct seqd_font {
    const seqd_tables *tables;
    fluid_sfont_t *sfont;
    preset_of_font *data;
    fluid_preset_t **presets;
    // FluidSynth counts in a sample who plays it, so each instance has its own. NULL until it is set;
    // published complete.
    _Atomic(fluid_sample_t *) *samples;
    // How many octaves too low each sample's zones are played, see PITCH_OCTAVES.
    uint8_t *octaves;
    // Of each channel, one channel's behind another's.
    counter *counters;
    // The notes that each channel has begun with the font.
    uint64_t notes[CHANNELS];
    bool has_exact_pitch;
    bool has_half_pedal;
    bool has_short_loops;
    // Of `sound_controllers`; all NULL without them.
    fluid_mod_t *controllers[SOUND_CONTROLLERS];
    uint32_t next;
};

// FluidSynth takes a voice's pitch from a table of whole cents, rounding down, but computes it where
// it is below 0 cents (fluid_ct2hz_real, versions 2.3.1 to 2.4.5; later ones always use the table).
// So voices play this many octaves too low, of samples whose rate is given as so many octaves too
// high. No key reaches 0 cents then; one that bends bring there has its pitch from the table again.
enum { PITCH_OCTAVES = 13 };

int32_t seqd_peak(const int16_t *frames, const uint8_t *low_bytes, size_t count) {
    int32_t highest = 0, lowest = 0;
    for (size_t index = 0; index < count; index++) {
        int32_t frame = frames[index] * 256 + (low_bytes ? low_bytes[index] : 0);
        if (frame > highest) highest = frame;
        if (frame < lowest) lowest = frame;
    }
    return highest > -lowest ? highest : -lowest;
}

static const char *font_name(fluid_sfont_t *sfont) {
    (void)sfont;
    static const char name[] = "font";
    return name;
}

// The first preset of a bank and program.
static fluid_preset_t *find_preset(fluid_sfont_t *sfont, int bank, int program) {
    const seqd_font *font = fluid_sfont_get_data(sfont);
    if (bank < 0 || bank > UINT16_MAX || program < 0 || program > UINT16_MAX) return NULL;
    uint32_t wanted = (uint32_t)bank << 16 | (uint32_t)program;
    uint32_t low = 0, high = font->tables->preset_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const seqd_preset *preset = &font->tables->presets[middle];
        if (((uint32_t)preset->bank << 16 | preset->program) < wanted) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == font->tables->preset_count) return NULL;
    const seqd_preset *preset = &font->tables->presets[low];
    return preset->bank == bank && preset->program == program ? font->presets[low] : NULL;
}

static void start_iteration(fluid_sfont_t *sfont) {
    seqd_font *font = fluid_sfont_get_data(sfont);
    font->next = 0;
}

static fluid_preset_t *iterate(fluid_sfont_t *sfont) {
    seqd_font *font = fluid_sfont_get_data(sfont);
    return font->next < font->tables->preset_count ? font->presets[font->next++] : NULL;
}

// Called once, by delete_fluid_synth; the rest is freed by seqd_delete_font.
static int free_sfont(fluid_sfont_t *sfont) {
    delete_fluid_sfont(sfont);
    return 0;
}

static const char *preset_name(fluid_preset_t *preset) {
    const preset_of_font *data = fluid_preset_get_data(preset);
    return data->preset->name;
}

static int preset_bank(fluid_preset_t *preset) {
    const preset_of_font *data = fluid_preset_get_data(preset);
    return data->preset->bank;
}

static int preset_program(fluid_preset_t *preset) {
    const preset_of_font *data = fluid_preset_get_data(preset);
    return data->preset->program;
}

// FluidSynth never calls it.
static void free_preset(fluid_preset_t *preset) { (void)preset; }

static bool has_key(const seqd_range *range, int key) {
    return range->low_key <= key && key <= range->high_key;
}

static bool is_inside(const seqd_range *range, int key, int velocity) {
    return has_key(range, key) && range->low_velocity <= velocity
        && velocity <= range->high_velocity;
}

static void add_modulators(fluid_voice_t *voice, const seqd_tables *tables, seqd_slice slice,
                           int mode) {
    for (uint32_t index = 0; index < slice.count; index++)
        fluid_voice_add_mod(voice, tables->modulators[slice.first + index], mode);
}

// Adds the default modulators of ours, but for those that a preset's own take the place of.
static void add_controllers(fluid_voice_t *voice, const seqd_font *font, int own) {
    for (int index = 0; index < SOUND_CONTROLLERS; index++) {
        if (font->controllers[index] && !(own & sound_controllers[index].own))
            fluid_voice_add_mod(voice, font->controllers[index], FLUID_VOICE_DEFAULT);
    }
}

// The generator, unused in SoundFont 2.04, in which a voice keeps the cents that its tuning has added.
enum { GEN_TUNING = GEN_UNUSED1 };

// Adds to a voice's pitch what its key is tuned by, in the place of what was added before. A voice
// that follows the keys by half (scaleTuning 50) follows their tuning by half.
static bool tune(fluid_voice_t *voice, const float *cents) {
    int key = fluid_voice_get_actual_key(voice);
    if (key < 0 || key > 127 || isnan(cents[key])) return false;
    float before = fluid_voice_gen_get(voice, GEN_TUNING);
    float wanted = cents[key] * fluid_voice_gen_get(voice, GEN_SCALETUNE) / 100;
    if (wanted == before) return false;
    fluid_voice_gen_incr(voice, GEN_FINETUNE, wanted - before);
    fluid_voice_gen_set(voice, GEN_TUNING, wanted);
    return true;
}

void seqd_retune(fluid_synth_t *synth, int channel, const float *cents, fluid_voice_t **voices,
                 int count) {
    fluid_synth_get_voicelist(synth, voices, count, -1);
    for (int index = 0; index < count && voices[index]; index++) {
        if (fluid_voice_get_channel(voices[index]) == channel && tune(voices[index], cents))
            fluid_voice_update_param(voices[index], GEN_FINETUNE);
    }
}

void seqd_set_generator(fluid_synth_t *synth, int channel, seqd_generator generator,
                        fluid_voice_t **voices, int count) {
    fluid_synth_get_voicelist(synth, voices, count, -1);
    for (int index = 0; index < count && voices[index]; index++) {
        if (fluid_voice_get_channel(voices[index]) != channel) continue;
        fluid_voice_gen_set(voices[index], generator.number, generator.value);
        fluid_voice_update_param(voices[index], generator.number);
    }
}

int seqd_own_controls(fluid_synth_t *synth, int channel) {
    // Every preset is a font's of ours: substitutes are too.
    fluid_preset_t *preset = fluid_synth_get_channel_preset(synth, channel);
    if (!preset) return 0;
    const preset_of_font *data = fluid_preset_get_data(preset);
    return data->preset->own;
}

float seqd_drum_attenuation(int level) {
    return level > 0 ? 400 * log10f(127.f / level) : 1440;
}

static float timecents(float seconds) {
    return seconds > 0.001f ? 1200 * log2f(seconds) : -12000;
}

static int clipped(int value, int low, int high) {
    return value < low ? low : value > high ? high : value;
}

seqd_generator seqd_awe32_generator(int number, int data, bool *is_realtime) {
    // The formulas are those of FluidSynth from 2.4.5 on, which were compared with the hardware:
    // those for 0 … 127 take the low bits alone.
    int low = data & 127;
    int offset = data - 8192;
    *is_realtime = false;
    switch (number) {
    case 0: return (seqd_generator){timecents(clipped(offset, 0, 5900) * 0.004f), GEN_MODLFODELAY};
    case 2: return (seqd_generator){timecents(clipped(offset, 0, 5900) * 0.004f), GEN_VIBLFODELAY};
    case 4: return (seqd_generator){timecents(clipped(offset, 0, 5900) * 0.004f), GEN_MODENVDELAY};
    case 10: return (seqd_generator){timecents(clipped(offset, 0, 5900) * 0.004f), GEN_VOLENVDELAY};
    case 5: return (seqd_generator){timecents(clipped(offset, 0, 5940) * 0.001f), GEN_MODENVATTACK};
    case 11: return (seqd_generator){timecents(clipped(offset, 0, 5940) * 0.001f), GEN_VOLENVATTACK};
    case 6: return (seqd_generator){timecents(clipped(offset, 0, 8191) * 0.001f), GEN_MODENVHOLD};
    case 12: return (seqd_generator){timecents(clipped(offset, 0, 8191) * 0.001f), GEN_VOLENVHOLD};
    case 7: return (seqd_generator){timecents(clipped(offset, 0, 5940) * 0.004f), GEN_MODENVDECAY};
    case 9: return (seqd_generator){timecents(clipped(offset, 0, 5940) * 0.004f), GEN_MODENVRELEASE};
    case 13: return (seqd_generator){timecents(clipped(offset, 0, 5940) * 0.004f), GEN_VOLENVDECAY};
    case 15: return (seqd_generator){timecents(clipped(offset, 0, 5940) * 0.004f), GEN_VOLENVRELEASE};
    case 8: return (seqd_generator){low * 7.5f, GEN_MODENVSUSTAIN};
    case 14: return (seqd_generator){low * 7.5f, GEN_VOLENVSUSTAIN};
    case 19: return (seqd_generator){clipped(offset, -127, 127) * 9.375f, GEN_MODENVTOPITCH};
    case 24: return (seqd_generator){clipped(offset, -127, 127) * 56.25f, GEN_MODENVTOFILTERFC};
    case 25: return (seqd_generator){clipped(offset, 0, 255) * 200 / 256.f, GEN_CHORUSSEND};
    case 26: return (seqd_generator){clipped(offset, 0, 255) * 200 / 256.f, GEN_REVERBSEND};
    default: break;
    }
    *is_realtime = true;
    // 8.176 Hz are 0 cents.
    float frequency = low > 0 ? 1200 * log2f(low * 0.084f / 8.1757989f) : -16000;
    switch (number) {
    case 1: return (seqd_generator){frequency, GEN_MODLFOFREQ};
    case 3: return (seqd_generator){frequency, GEN_VIBLFOFREQ};
    case 17: return (seqd_generator){clipped(offset, -127, 127) * 9.375f, GEN_MODLFOTOPITCH};
    case 18: return (seqd_generator){clipped(offset, -127, 127) * 9.375f, GEN_VIBLFOTOPITCH};
    case 20: return (seqd_generator){low * 1.875f, GEN_MODLFOTOVOL};
    case 21: return (seqd_generator){4500 + low * 59.f, GEN_FILTERFC};
    case 22: return (seqd_generator){low * (220 / 127.f), GEN_FILTERQ};
    case 23: return (seqd_generator){clipped(offset, -64, 63) * 56.25f, GEN_MODLFOTOFILTERFC};
    default: return (seqd_generator){0, UINT8_MAX};
    }
}

// What FluidSynth's call has no arguments for: the voices that the note may still begin, and what
// messages have set for it.
static _Thread_local int voices_left;
static _Thread_local const seqd_note *current_note;

int seqd_note_on(fluid_synth_t *synth, int channel, int key, int velocity, int voices,
                 const seqd_note *note) {
    voices_left = voices;
    current_note = note;
    fluid_synth_noteon(synth, channel, key, velocity);
    current_note = NULL;
    return voices - voices_left;
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
    if (note->cents) tune(voice, note->cents);
}

// A number from 0, below 1, for a note of a channel: the same in each instance, so that what is
// rendered is what is played (SplitMix64).
static float random_number(int channel, uint64_t note) {
    uint64_t bits = (note * CHANNELS + (uint64_t)channel) * 0x9E3779B97F4A7C15;
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9;
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB;
    bits ^= bits >> 31;
    return (float)(bits >> 40) * 0x1p-24f;
}

// Whether a zone that has the key of a note is to play now. Its turn is counted whatever the velocity:
// layers stay together.
static bool is_chosen(seqd_font *font, const seqd_choice *choice, int channel) {
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

// What generators and modulators do to the pitch of a zone.
typedef struct pitch {
    float key, scale, coarse, fine;
    // What oscillators and the envelope add at most.
    float depths[3];
} pitch;

static void add_generators(pitch *pitch, const seqd_generator *generator, uint32_t count, bool adds) {
    for (; count > 0; count--, generator++) {
        float *value;
        switch (generator->number) {
        case GEN_KEYNUM: value = &pitch->key; break;
        case GEN_SCALETUNE: value = &pitch->scale; break;
        case GEN_COARSETUNE: value = &pitch->coarse; break;
        case GEN_FINETUNE: value = &pitch->fine; break;
        case GEN_MODLFOTOPITCH: value = &pitch->depths[0]; break;
        case GEN_VIBLFOTOPITCH: value = &pitch->depths[1]; break;
        case GEN_MODENVTOPITCH: value = &pitch->depths[2]; break;
        default: continue;
        }
        *value = adds ? *value + generator->value : generator->value;
    }
}

// The cents that modulators may add.
static float modulated(const seqd_tables *tables, seqd_slice slice) {
    float sum = 0;
    for (uint32_t index = 0; index < slice.count; index++) {
        const fluid_mod_t *modulator = tables->modulators[slice.first + index];
        float amount = fabsf((float)fluid_mod_get_amount(modulator));
        switch (fluid_mod_get_dest(modulator)) {
        case GEN_COARSETUNE: sum += 100 * amount; break;
        case GEN_FINETUNE:
        case GEN_MODLFOTOPITCH:
        case GEN_VIBLFOTOPITCH:
        case GEN_MODENVTOPITCH:
        case GEN_PITCH: sum += amount; break;
        default: break;
        }
    }
    return sum;
}

// Whether a zone would be played so high that its loop, of a few frames, takes too long to go round;
// bends of the channel's range included.
static bool is_too_high(const seqd_tables *tables, const seqd_preset_zone *zone,
                        const seqd_voice_zone *part, fluid_synth_t *synth, int channel, int key) {
    if (part->highest_pitch == INFINITY) return false;
    pitch pitch = {.key = -1, .scale = 100};
    add_generators(&pitch, &tables->generators[part->generators.first], part->generators.count,
                   false);
    add_generators(&pitch, &tables->generators[zone->generators.first], zone->generators.count, true);
    int bend = 0;
    fluid_synth_get_pitch_wheel_sens(synth, channel, &bend);
    float played = pitch.key >= 0 ? pitch.key : (float)key;
    float cents = pitch.scale * (played - part->root_key) + 100 * pitch.coarse + pitch.fine
        + 100 * (float)bend + modulated(tables, part->modulators)
        + modulated(tables, zone->modulators);
    for (int index = 0; index < 3; index++) cents += fabsf(pitch.depths[index]);
    return cents > part->highest_pitch;
}

void seqd_restart_choices(fluid_synth_t *synth) {
    for (int index = 0, count = fluid_synth_sfcount(synth); index < count; index++) {
        fluid_sfont_t *sfont = fluid_synth_get_sfont(synth, (unsigned)index);
        // The substitutes are a font too, with data of another kind.
        if (!sfont || fluid_sfont_get_name(sfont) != font_name(sfont)) continue;
        seqd_font *font = fluid_sfont_get_data(sfont);
        memset(font->notes, 0, sizeof font->notes);
        if (font->counters)
            memset(font->counters, 0,
                   sizeof *font->counters * CHANNELS * font->tables->counter_count);
    }
}

// Starts a voice for each zone that plays the key (SoundFont 2.04 §9.4, §9.5). Audio thread: takes no
// lock and allocates nothing.
static int note_on(fluid_preset_t *preset, fluid_synth_t *synth, int channel, int key,
                   int velocity) {
    const preset_of_font *data = fluid_preset_get_data(preset);
    seqd_font *font = data->font;
    const seqd_tables *tables = font->tables;
    const seqd_slice zones = data->preset->zones;
    channel &= CHANNELS - 1;
    font->notes[channel]++;
    for (uint32_t index = zones.first; index < zones.first + zones.count; index++) {
        const seqd_preset_zone *zone = &tables->zones[index];
        if (!is_inside(&zone->range, key, velocity)) continue;
        const seqd_slice inner = zone->voices;
        for (uint32_t position = inner.first; position < inner.first + inner.count; position++) {
            const seqd_voice_zone *part = &tables->voices[position];
            if (part->choice && has_key(&part->range, key)
                && !is_chosen(font, &tables->choices[part->choice - 1], channel))
                continue;
            if (!is_inside(&part->range, key, velocity)) continue;
            fluid_sample_t *sample =
                atomic_load_explicit(&font->samples[part->sample], memory_order_acquire);
            if (!sample) continue;
            if (!font->has_short_loops
                && is_too_high(tables, zone, part, synth, channel, key))
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
            add_modulators(voice, tables, part->modulators, FLUID_VOICE_OVERWRITE);
            generator = &tables->generators[zone->generators.first];
            for (uint32_t count = zone->generators.count; count > 0; count--, generator++)
                fluid_voice_gen_incr(voice, generator->number, generator->value);
            add_modulators(voice, tables, zone->modulators, FLUID_VOICE_ADD);
            add_controllers(voice, font, data->preset->own);
            int octaves = font->octaves[part->sample];
            if (octaves) fluid_voice_gen_incr(voice, GEN_COARSETUNE, -12.f * octaves);
            fluid_voice_gen_set(voice, GEN_TUNING, 0);
            add_offsets(voice, data->preset->own);
            if (font->has_half_pedal) seqd_take_release(voice);
            fluid_synth_start_voice(synth, voice);
        }
    }
    return FLUID_OK;
}

static bool make_presets(seqd_font *font) {
    uint32_t count = font->tables->preset_count;
    font->data = calloc(count + 1, sizeof *font->data);
    font->presets = calloc(count + 1, sizeof *font->presets);
    font->samples = calloc(font->tables->sample_count + 1, sizeof *font->samples);
    font->octaves = calloc(font->tables->sample_count + 1, sizeof *font->octaves);
    font->counters = calloc((size_t)CHANNELS * font->tables->counter_count + 1,
                            sizeof *font->counters);
    if (!font->data || !font->presets || !font->samples || !font->octaves || !font->counters)
        return false;
    for (uint32_t index = 0; index < count; index++) {
        font->data[index] = (preset_of_font){font, &font->tables->presets[index]};
        fluid_preset_t *preset = new_fluid_preset(font->sfont, preset_name, preset_bank,
                                                  preset_program, note_on, free_preset);
        if (!preset) return false;
        fluid_preset_set_data(preset, &font->data[index]);
        font->presets[index] = preset;
    }
    return true;
}

seqd_font *seqd_new_font(fluid_synth_t *synth, const seqd_tables *tables, int *identifier) {
    seqd_font *font = calloc(1, sizeof *font);
    if (!font) return NULL;
    font->tables = tables;
    font->sfont = new_fluid_sfont(font_name, find_preset, start_iteration, iterate, free_sfont);
    if (!font->sfont) {
        free(font);
        return NULL;
    }
    fluid_sfont_set_data(font->sfont, font);
    if (make_presets(font)) {
        *identifier = fluid_synth_add_sfont(synth, font->sfont);
        if (*identifier != FLUID_FAILED) return font;
    }
    delete_fluid_sfont(font->sfont);
    seqd_delete_font(font);
    return NULL;
}

void seqd_use_exact_pitch(seqd_font *font) {
    int major, minor, micro;
    fluid_version(&major, &minor, &micro);
    font->has_exact_pitch = major * 10000 + minor * 100 + micro < 20406;
}

void seqd_use_half_pedal(seqd_font *font) { font->has_half_pedal = true; }

void seqd_use_short_loops(seqd_font *font) { font->has_short_loops = true; }

bool seqd_use_sound_controllers(seqd_font *font) {
    for (int index = 0; index < SOUND_CONTROLLERS; index++) {
        const sound_controller *controller = &sound_controllers[index];
        fluid_mod_t *modulator = new_fluid_mod();
        if (!modulator) return false;
        fluid_mod_set_source1(modulator, controller->source, controller->flags);
        fluid_mod_set_source2(modulator, controller->second, controller->second_flags);
        fluid_mod_set_dest(modulator, controller->destination);
        fluid_mod_set_amount(modulator, controller->amount);
        font->controllers[index] = modulator;
    }
    return true;
}

void seqd_delete_font(seqd_font *font) {
    for (int index = 0; index < SOUND_CONTROLLERS; index++) {
        if (font->controllers[index]) delete_fluid_mod(font->controllers[index]);
    }
    for (uint32_t index = 0; font->samples && index < font->tables->sample_count; index++) {
        fluid_sample_t *sample = atomic_load_explicit(&font->samples[index], memory_order_acquire);
        if (sample) delete_fluid_sample(sample);
    }
    for (uint32_t index = 0; font->presets && index < font->tables->preset_count; index++) {
        if (font->presets[index]) delete_fluid_preset(font->presets[index]);
    }
    free(font->counters);
    free(font->octaves);
    free(font->samples);
    free(font->presets);
    free(font->data);
    free(font);
}

// Tells FluidSynth how loud a sample's loop is, by which it knows when a voice has become inaudible.
// It would read the loop for that; given two frames of the same peak it keeps the result when the
// real frames come.
static bool set_peak(fluid_sample_t *sample, int32_t peak, uint32_t rate) {
    int32_t value = -peak;
    int16_t frame = (int16_t)(value >> 8);
    char low = (char)(value & 0xFF);
    int16_t frames[2] = {frame, frame};
    char low_bytes[2] = {low, low};
    if (fluid_sample_set_sound_data(sample, frames, low_bytes, 2, rate, 0) != FLUID_OK) return false;
    fluid_sample_set_loop(sample, 0, 2);
    fluid_voice_optimize_sample(sample);
    return true;
}

bool seqd_set_sample(seqd_font *font, uint32_t index, const seqd_sample *data) {
    if (seqd_has_sample(font, index)) return true;
    fluid_sample_t *sample = new_fluid_sample();
    if (!sample) return false;
    // FluidSynth reads the frames only, and takes a char for a low byte.
    short *frames = (short *)data->frames;
    char *low_bytes = (char *)data->low_bytes;
    uint32_t margin = data->is_copied ? 8 : 0;
    bool is_exact = font->has_exact_pitch && data->rate <= UINT32_MAX >> PITCH_OCTAVES;
    font->octaves[index] = is_exact ? PITCH_OCTAVES : 0;
    uint32_t rate = data->rate << font->octaves[index];
    if ((data->peak >= 0 && !set_peak(sample, data->peak, rate))
        || fluid_sample_set_sound_data(sample, frames, low_bytes, data->count, rate,
                                       data->is_copied)
            != FLUID_OK) {
        delete_fluid_sample(sample);
        return false;
    }
    fluid_sample_set_loop(sample, data->loop_start + margin, data->loop_end + margin);
    fluid_sample_set_pitch(sample, data->root_key, data->correction);
    atomic_store_explicit(&font->samples[index], sample, memory_order_release);
    return true;
}

bool seqd_has_sample(const seqd_font *font, uint32_t index) {
    return atomic_load_explicit(&font->samples[index], memory_order_acquire) != NULL;
}
