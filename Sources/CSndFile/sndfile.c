#include "CSndFile.h"

void seqd_sndfile_omit_peak_chunk(SNDFILE *file) {
    sf_command(file, SFC_SET_ADD_PEAK_CHUNK, NULL, SF_FALSE);
}

void seqd_sndfile_allow_downgrade(SNDFILE *file) {
    sf_command(file, SFC_RF64_AUTO_DOWNGRADE, NULL, SF_TRUE);
}
