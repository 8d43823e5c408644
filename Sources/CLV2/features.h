// The features that instances get.
#ifndef SEQD_LV2_FEATURES_H
#define SEQD_LV2_FEATURES_H

#include "worker.h"

#include <lv2/log/log.h>
#include <lv2/options/options.h>
#include <lv2/state/state.h>
#include <stdbool.h>

/// Whether this host has a feature.
bool seqd_lv2_has_feature(const char *uri);

/// Whether this host has an option.
bool seqd_lv2_has_option(const char *uri);

/// The most features of an instance, and the options of one.
enum { MOST_FEATURES = 24, OPTION_COUNT = 5 };

/// The features of an instance with their data.
struct features {
    /// As plugins get them: NULL behind the last.
    const LV2_Feature *list[MOST_FEATURES];
    LV2_Feature features[MOST_FEATURES];
    LV2_Worker_Schedule schedule;
    LV2_Log_Log log;
    LV2_State_Make_Path make_path;
    LV2_State_Map_Path map_path;
    LV2_State_Free_Path free_path;
    LV2_Options_Option options[OPTION_COUNT + 1];
    float rate;
    int32_t least_frames, most_frames, sequence_size;
    /// The folder for files that the plugin makes; empty until it wants one.
    char folder[256];
    /// The first error or warning that was logged before the plugin was started.
    char message[256];
    /// Whether messages are discarded: the audio thread writes none.
    atomic_bool is_silent;
};

/// Fills in the features of an instance, which keeps pointers to them.
void features_init(struct features *features, struct worker *worker, double rate,
                   bool has_fixed_blocks, uint32_t sequence_size);

/// Removes the folder for files. The instance must have been freed.
void features_destroy(struct features *features);

#endif
