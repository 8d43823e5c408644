// Lilv's library, loaded when it is first needed: few programs use plugins.
#include "library.h"

#include "CLV2.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#define FILE_NAME "liblilv-0.so.0"

struct lilv_functions lilv;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char problem[256];
static bool is_loaded;

static void load(void) {
    void *file = dlopen(FILE_NAME, RTLD_NOW | RTLD_LOCAL);
    if (!file) {
        snprintf(problem, sizeof problem, "%s", dlerror());
        return;
    }
#define FIND(name)                                                                                 \
    lilv.name = (__typeof__(lilv.name))dlsym(file, "lilv_" #name);                                 \
    if (!lilv.name) {                                                                              \
        snprintf(problem, sizeof problem, FILE_NAME " has no lilv_" #name);                        \
        return;                                                                                    \
    }
    LILV_FUNCTIONS(FIND)
#undef FIND
    is_loaded = true;
}

const char *seqd_lv2_problem(void) {
    pthread_once(&once, load);
    return is_loaded ? NULL : problem;
}
