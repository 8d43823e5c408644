#include "CZlib.h"

int seqd_zlib_begin_gzip(z_stream *stream) {
    // The largest window, and 16 for gzip alone (zlib.h, inflateInit2).
    return inflateInit2(stream, 15 + 16);
}

int seqd_zlib_begin_zlib(z_stream *stream) {
    return inflateInit2(stream, 15);
}
