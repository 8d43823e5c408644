// JACK's library, loaded when it is first needed: most systems have none.
#define _GNU_SOURCE
#include "library.h"

#include "CJACK.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

// Both JACK 2 and PipeWire have it under this name; `pw-jack` has PipeWire's found first.
#define FILE_NAME "libjack.so.0"

enum { MESSAGE_SIZE = 256 };

struct jack_functions jack_library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char problem[MESSAGE_SIZE];
static void *library;
static _Thread_local char message[MESSAGE_SIZE];

static void note_message(const char *text) { snprintf(message, sizeof message, "%s", text); }

static void ignore_message(const char *text) { (void)text; }

/// Finds the functions in a file. Returns the library, or NULL with the reason.
static void *find(const char *name, struct jack_functions *functions, char reason[MESSAGE_SIZE]) {
    void *file = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!file) {
        snprintf(reason, MESSAGE_SIZE, "%s", dlerror());
        return NULL;
    }
#define FIND(result, function, parameters)                                                         \
    functions->function = (__typeof__(functions->function))dlsym(file, "jack_" #function);         \
    if (!functions->function) {                                                                    \
        snprintf(reason, MESSAGE_SIZE, "%s has no jack_" #function, name);                         \
        dlclose(file);                                                                             \
        return NULL;                                                                               \
    }
    JACK_FUNCTIONS(FIND)
#undef FIND
    return file;
}

static void load(void) {
    library = find(FILE_NAME, &jack_library, problem);
    if (!library) return;
    jack_library.set_error_function(note_message);
    jack_library.set_info_function(ignore_message);
}

const char *seqd_jack_problem(void) {
    pthread_once(&once, load);
    return library ? NULL : problem;
}

const char *seqd_jack_path(void) {
    static _Thread_local char path[4096];
    Dl_info info;
    if (seqd_jack_problem() || !dladdr((void *)jack_library.client_open, &info)) return NULL;
    snprintf(path, sizeof path, "%s", info.dli_fname);
    return path;
}

const char *seqd_jack_version(void) {
    if (seqd_jack_problem()) return NULL;
    // JACK 1 does not have it.
    const char *(*version)(void) =
        (const char *(*)(void))dlsym(library, "jack_get_version_string");
    return version ? version() : NULL;
}

const char *seqd_jack_take_message(void) {
    static _Thread_local char taken[MESSAGE_SIZE];
    memcpy(taken, message, sizeof taken);
    message[0] = 0;
    return taken;
}
