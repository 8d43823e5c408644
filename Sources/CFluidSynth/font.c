#include "font.h"

#include <stdlib.h>

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

seqd_font *seqd_font_at(fluid_synth_t *synth, int index) {
    fluid_sfont_t *sfont = fluid_synth_get_sfont(synth, (unsigned)index);
    // The substitutes are a font too, with data of another kind.
    if (!sfont || fluid_sfont_get_name(sfont) != font_name(sfont)) return NULL;
    return fluid_sfont_get_data(sfont);
}

static bool make_presets(seqd_font *font) {
    uint32_t count = font->tables->preset_count;
    font->data = calloc(count + 1, sizeof *font->data);
    font->presets = calloc(count + 1, sizeof *font->presets);
    font->samples = calloc(font->tables->sample_count + 1, sizeof *font->samples);
    font->facts = calloc(font->tables->sample_count + 1, sizeof *font->facts);
    font->counters = calloc((size_t)CHANNELS * font->tables->counter_count + 1,
                            sizeof *font->counters);
    if (!font->data || !font->presets || !font->samples || !font->facts || !font->counters)
        return false;
    for (uint32_t index = 0; index < count; index++) {
        font->data[index] = (preset_of_font){font, &font->tables->presets[index]};
        fluid_preset_t *preset = new_fluid_preset(font->sfont, preset_name, preset_bank,
                                                  preset_program, seqd_start_note, free_preset);
        if (!preset) return false;
        fluid_preset_set_data(preset, &font->data[index]);
        font->presets[index] = preset;
    }
    return true;
}

static int version(void) {
    int major, minor, micro;
    fluid_version(&major, &minor, &micro);
    return major * 10000 + minor * 100 + micro;
}

seqd_font *seqd_new_font(fluid_synth_t *synth, const seqd_tables *tables, int *identifier) {
    seqd_font *font = calloc(1, sizeof *font);
    if (!font) return NULL;
    font->tables = tables;
    font->version = version();
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

void seqd_use_exact_pitch(seqd_font *font) { font->has_exact_pitch = font->version < 20406; }

void seqd_use_half_pedal(seqd_font *font) { font->has_half_pedal = true; }

void seqd_use_as_reference(seqd_font *font) { font->is_reference = true; }

void seqd_delete_font(seqd_font *font) {
    seqd_delete_controllers(font);
    for (uint32_t index = 0; font->samples && index < font->tables->sample_count; index++) {
        fluid_sample_t *sample = atomic_load_explicit(&font->samples[index], memory_order_acquire);
        if (sample) delete_fluid_sample(sample);
    }
    for (uint32_t index = 0; font->presets && index < font->tables->preset_count; index++) {
        if (font->presets[index]) delete_fluid_preset(font->presets[index]);
    }
    free(font->counters);
    free(font->facts);
    free(font->samples);
    free(font->presets);
    free(font->data);
    free(font);
}

bool seqd_has_release_zones(const seqd_font *font) {
    if (font->version >= RELEASE_ZONES_VERSION || font->is_reference) return false;
    const seqd_tables *tables = font->tables;
    for (uint32_t index = 0; index < tables->generator_count; index++)
        if (tables->generators[index].number == GEN_SAMPLEMODE
            && (int)tables->generators[index].value == START_ON_RELEASE)
            return true;
    return false;
}
