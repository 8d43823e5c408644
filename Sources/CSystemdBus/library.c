// libsystemd, loaded when it is first needed: a system may have none.
#define _GNU_SOURCE
#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

#define FILE_NAME "libsystemd.so.0"

struct bus_functions bus_library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char problem[256];

static void load(void) {
    void *library = dlopen(FILE_NAME, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(problem, sizeof problem, "%s", dlerror());
        return;
    }
#define FIND(result, function, parameters)                                                         \
    bus_library.function = (__typeof__(bus_library.function))dlsym(library, "sd_bus_" #function);  \
    if (!bus_library.function) {                                                                   \
        snprintf(problem, sizeof problem, FILE_NAME " has no sd_bus_" #function);                  \
        dlclose(library);                                                                          \
        return;                                                                                    \
    }
    BUS_FUNCTIONS(FIND)
#undef FIND
}

const char *seqd_bus_problem(void) {
    pthread_once(&once, load);
    return problem[0] ? problem : NULL;
}
