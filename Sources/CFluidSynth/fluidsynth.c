#define _GNU_SOURCE
#include "CFluidSynth.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

// FluidSynth's effect stage is an OpenMP parallel region. libgomp allocates a team on each entry,
// even with one thread; this definition, which the executable exports, comes before libgomp's in
// the dynamic linker's order and runs the region as the plain call that one thread needs.
// With no team around it, the region's omp_get_thread_num() is 0 and its loops run whole.
void GOMP_parallel(void (*function)(void *), void *data, unsigned threads, unsigned flags);

void GOMP_parallel(void (*function)(void *), void *data, unsigned threads, unsigned flags) {
    (void)threads;
    (void)flags;
    function(data);
}

static _Thread_local char *log_buffer;
static _Thread_local int log_capacity;

// A SoundFont that FluidSynth's own loader refuses goes to its DLS loader (libinstpatch), whose
// failed assertions GLib prints to standard error. GLib is there only where FluidSynth was built
// with it, so its functions are looked up.
typedef void glib_log_handler(const char *domain, int level, const char *message, void *data);
static _Thread_local unsigned glib_handler;

static void drop_message(const char *domain, int level, const char *message, void *data) {
    (void)domain;
    (void)level;
    (void)message;
    (void)data;
}

static void silence_glib(bool silent) {
    unsigned (*set)(const char *, int, glib_log_handler *, void *) =
        (unsigned (*)(const char *, int, glib_log_handler *, void *))dlsym(RTLD_DEFAULT,
                                                                          "g_log_set_handler");
    void (*remove)(const char *, unsigned) =
        (void (*)(const char *, unsigned))dlsym(RTLD_DEFAULT, "g_log_remove_handler");
    if (!set || !remove) return;
    if (glib_handler) remove(NULL, glib_handler);
    // All levels: everything but the flags G_LOG_FLAG_RECURSION (1) and G_LOG_FLAG_FATAL (2).
    glib_handler = silent ? set(NULL, ~3, drop_message, NULL) : 0;
}

void seqd_fluid_capture_log(char *buffer, int capacity) {
    log_buffer = buffer;
    log_capacity = capacity;
    if (buffer) buffer[0] = 0;
    silence_glib(buffer != NULL);
}

static void keep_message(int level, const char *message, void *data) {
    (void)data;
    if (!log_buffer || level > FLUID_WARN) return;
    size_t used = strlen(log_buffer);
    size_t wanted = strlen(message);
    if (used + wanted + 3 > (size_t)log_capacity) return;
    if (used > 0) {
        memcpy(log_buffer + used, "; ", 2);
        used += 2;
    }
    memcpy(log_buffer + used, message, wanted + 1);
}

void seqd_fluid_install_log(void) {
    fluid_set_log_function(FLUID_PANIC, keep_message, NULL);
    fluid_set_log_function(FLUID_ERR, keep_message, NULL);
    fluid_set_log_function(FLUID_WARN, keep_message, NULL);
    fluid_set_log_function(FLUID_INFO, NULL, NULL);
    fluid_set_log_function(FLUID_DBG, NULL, NULL);
}
