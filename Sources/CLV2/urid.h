// Numbers for URIs, the same for all instances of the process. Any thread.
#ifndef SEQD_LV2_URID_H
#define SEQD_LV2_URID_H

#include <lv2/urid/urid.h>

extern LV2_URID_Map seqd_lv2_map __attribute__((visibility("hidden")));
extern LV2_URID_Unmap seqd_lv2_unmap __attribute__((visibility("hidden")));

/// The number of a URI; 0 never.
static inline LV2_URID urid(const char *uri) { return seqd_lv2_map.map(seqd_lv2_map.handle, uri); }

#endif
