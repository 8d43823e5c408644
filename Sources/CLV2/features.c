#define _GNU_SOURCE
#include "features.h"

#include "CLV2.h"
#include "memory.h"
#include "urid.h"

#include <ftw.h>
#include <lv2/atom/atom.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/core/lv2.h>
#include <lv2/parameters/parameters.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

// MARK: What there is

/// Features without data, whose meaning is a promise. Buffers are never shared, as plugins with
/// `inPlaceBroken` want; presets are restored before a plugin runs.
static const char *const promises[] = {
    LV2_CORE__isLive,
    LV2_CORE__hardRTCapable,
    LV2_CORE__inPlaceBroken,
    LV2_BUF_SIZE__boundedBlockLength,
    LV2_STATE__loadDefaultState,
    LV2_STATE__threadSafeRestore,
};
enum { PROMISE_COUNT = sizeof promises / sizeof *promises };

/// Features that an instance gets if it must have them: its blocks are then collected.
static const char *const fixed_blocks[] = {
    LV2_BUF_SIZE__fixedBlockLength,
    LV2_BUF_SIZE__powerOf2BlockLength,
    LV2_BUF_SIZE__coarseBlockLength,
};
enum { FIXED_COUNT = sizeof fixed_blocks / sizeof *fixed_blocks };

static const char *const with_data[] = {
    LV2_URID__map,         LV2_URID__unmap,     LV2_OPTIONS__options,
    LV2_WORKER__schedule,  LV2_LOG__log,        LV2_STATE__makePath,
    LV2_STATE__mapPath,    LV2_STATE__freePath,
};

static const char *const options[] = {
    LV2_PARAMETERS__sampleRate,       LV2_BUF_SIZE__minBlockLength, LV2_BUF_SIZE__maxBlockLength,
    LV2_BUF_SIZE__nominalBlockLength, LV2_BUF_SIZE__sequenceSize,
};

static bool is_among(const char *uri, const char *const *uris, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(uri, uris[i]) == 0) return true;
    }
    return false;
}

bool seqd_lv2_has_feature(const char *uri) {
    return is_among(uri, promises, PROMISE_COUNT) || is_among(uri, fixed_blocks, FIXED_COUNT)
           || is_among(uri, with_data, sizeof with_data / sizeof *with_data);
}

bool seqd_lv2_has_option(const char *uri) {
    return is_among(uri, options, sizeof options / sizeof *options);
}

// MARK: Messages

static int log_vprintf(LV2_Log_Handle handle, LV2_URID type, const char *format, va_list values) {
    struct features *features = handle;
    if (atomic_load_explicit(&features->is_silent, memory_order_relaxed)) return 0;
    if (features->message[0]) return 0;
    if (type != urid(LV2_LOG__Error) && type != urid(LV2_LOG__Warning)) return 0;
    return vsnprintf(features->message, sizeof features->message, format, values);
}

__attribute__((format(printf, 3, 4))) static int log_printf(LV2_Log_Handle handle, LV2_URID type,
                                                            const char *format, ...) {
    va_list values;
    va_start(values, format);
    int count = log_vprintf(handle, type, format, values);
    va_end(values);
    return count;
}

// MARK: Files

/// Makes the folders above a path.
static void make_folders(char *path, size_t from) {
    for (char *slash = strchr(path + from, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0700);
        *slash = '/';
    }
}

static char *make_path(LV2_State_Make_Path_Handle handle, const char *path) {
    struct features *features = handle;
    if (!features->folder[0]) {
        const char *parent = getenv("TMPDIR");
        int length = snprintf(features->folder, sizeof features->folder, "%s/seqd-plugin-XXXXXX",
                              parent ? parent : "/tmp");
        if (length >= (int)sizeof features->folder || !mkdtemp(features->folder)) {
            features->folder[0] = 0;
            return NULL;
        }
    }
    size_t size = strlen(features->folder) + strlen(path) + 2;
    char *result = new_array(size, 1);
    snprintf(result, size, "%s/%s", features->folder, path);
    make_folders(result, strlen(features->folder) + 1);
    return result;
}

static char *same_path(LV2_State_Map_Path_Handle handle, const char *path) {
    (void)handle;
    return copy_text(path);
}

static void free_path(LV2_State_Free_Path_Handle handle, char *path) {
    (void)handle;
    free(path);
}

static int remove_file(const char *path, const struct stat *status, int type, struct FTW *walk) {
    (void)status, (void)type, (void)walk;
    remove(path);
    return 0;
}

// MARK: The list

static void set_options(struct features *features) {
    LV2_URID number = urid(LV2_ATOM__Int);
    LV2_Options_Option list[OPTION_COUNT] = {
        {LV2_OPTIONS_INSTANCE, 0, urid(options[0]), sizeof(float), urid(LV2_ATOM__Float),
         &features->rate},
        {LV2_OPTIONS_INSTANCE, 0, urid(options[1]), sizeof(int32_t), number,
         &features->least_frames},
        {LV2_OPTIONS_INSTANCE, 0, urid(options[2]), sizeof(int32_t), number,
         &features->most_frames},
        {LV2_OPTIONS_INSTANCE, 0, urid(options[3]), sizeof(int32_t), number,
         &features->most_frames},
        {LV2_OPTIONS_INSTANCE, 0, urid(options[4]), sizeof(int32_t), number,
         &features->sequence_size},
    };
    memcpy(features->options, list, sizeof list);
}

void features_init(struct features *features, struct worker *worker, double rate,
                   bool has_fixed_blocks, uint32_t sequence_size) {
    features->rate = (float)rate;
    features->least_frames = has_fixed_blocks ? SEQD_LV2_BLOCK : 1;
    features->most_frames = SEQD_LV2_BLOCK;
    features->sequence_size = (int32_t)sequence_size;
    features->schedule = (LV2_Worker_Schedule){worker, worker_schedule};
    features->log = (LV2_Log_Log){features, log_printf, log_vprintf};
    features->make_path = (LV2_State_Make_Path){features, make_path};
    features->map_path = (LV2_State_Map_Path){features, same_path, same_path};
    features->free_path = (LV2_State_Free_Path){features, free_path};
    atomic_init(&features->is_silent, false);
    set_options(features);

    void *const data[] = {
        &seqd_lv2_map,  &seqd_lv2_unmap,      features->options,   &features->schedule,
        &features->log, &features->make_path, &features->map_path, &features->free_path,
    };
    size_t count = 0;
    for (size_t i = 0; i < sizeof with_data / sizeof *with_data; i++) {
        features->features[count++] = (LV2_Feature){with_data[i], data[i]};
    }
    for (size_t i = 0; i < PROMISE_COUNT; i++) {
        features->features[count++] = (LV2_Feature){promises[i], NULL};
    }
    for (size_t i = 0; has_fixed_blocks && i < FIXED_COUNT; i++) {
        features->features[count++] = (LV2_Feature){fixed_blocks[i], NULL};
    }
    for (size_t i = 0; i < count; i++) features->list[i] = &features->features[i];
}

void features_destroy(struct features *features) {
    if (!features->folder[0]) return;
    nftw(features->folder, remove_file, 16, FTW_DEPTH | FTW_PHYS);
}
