// zlib.
#ifndef CZLIB_H
#define CZLIB_H

#include <zlib.h>

/// Prepares a stream for data with gzip's header and trailer; zlib's own call is a macro. Z_OK, or
/// Z_MEM_ERROR.
int seqd_zlib_begin_gzip(z_stream *stream);

/// The same for data in zlib's own format.
int seqd_zlib_begin_zlib(z_stream *stream);

#endif
