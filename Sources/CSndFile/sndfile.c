#include "CSndFile.h"

void seqd_sndfile_omit_peak_chunk(SNDFILE *file) {
    sf_command(file, SFC_SET_ADD_PEAK_CHUNK, NULL, SF_FALSE);
}

void seqd_sndfile_allow_downgrade(SNDFILE *file) {
    sf_command(file, SFC_RF64_AUTO_DOWNGRADE, NULL, SF_TRUE);
}

void seqd_sndfile_set_quality(SNDFILE *file, double quality) {
    sf_command(file, SFC_SET_VBR_ENCODING_QUALITY, &quality, sizeof quality);
}
