#include "font.h"

#include <math.h>

void seqd_set_generator(fluid_synth_t *synth, int channel, seqd_generator generator,
                        fluid_voice_t **voices, int count) {
    fluid_synth_get_voicelist(synth, voices, count, -1);
    for (int index = 0; index < count && voices[index]; index++) {
        if (fluid_voice_get_channel(voices[index]) != channel) continue;
        fluid_voice_gen_set(voices[index], generator.number, generator.value);
        fluid_voice_update_param(voices[index], generator.number);
    }
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
