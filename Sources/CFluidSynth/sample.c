#include "font.h"

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
    sample_facts *facts = &font->facts[index];
    *facts = (sample_facts){data->count, data->rate, data->loop_start, data->loop_end,
                            data->correction, data->attenuation, is_exact ? PITCH_OCTAVES : 0};
    uint32_t rate = data->rate << facts->octaves;
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
