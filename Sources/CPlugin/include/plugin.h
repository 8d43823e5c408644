// An effect whose code is not ours, as the audio thread calls it.
#ifndef CPLUGIN_H
#define CPLUGIN_H

#include <stdint.h>

/// An effect of two channels.
struct seqd_plugin {
    /// The effect's own.
    void *instance;
    /// Processes some frames in place, at most 64. Audio thread.
    void (*process)(void *instance, float *left, float *right, uint32_t frames);
    /// The frames by which the sound comes later.
    uint32_t latency;
};

/// Processes some frames in place, at most 64. Audio thread.
///
/// Nothing can check the effect's own code: it says itself whether it suits a real-time thread.
__attribute__((swift_attr("@_noLocks"))) static inline void
seqd_plugin_process(struct seqd_plugin *plugin, float *left, float *right, uint32_t frames) {
    plugin->process(plugin->instance, left, right, frames);
}

#endif
