// An effect whose code is not ours, as the audio thread calls it.
#ifndef CPLUGIN_H
#define CPLUGIN_H

#include <stdbool.h>
#include <stdint.h>

/// An effect of two channels.
struct seqd_plugin {
    /// The effect's own.
    void *instance;
    /// Processes some frames in place, at most 64. Audio thread.
    void (*process)(void *instance, float *left, float *right, uint32_t frames);
    /// Sets a control, by the index of its port. Audio thread, or before it has the effect.
    void (*set)(void *instance, uint32_t port, float value);
    /// The frames by which the sound comes later.
    uint32_t latency;
    /// Whether it says its latency itself, which may depend on its controls.
    bool has_latency_port;
};

/// Processes some frames in place, at most 64. Audio thread.
///
/// Nothing can check the effect's own code: it says itself whether it suits a real-time thread.
__attribute__((swift_attr("@_noLocks"))) static inline void
seqd_plugin_process(struct seqd_plugin *plugin, float *left, float *right, uint32_t frames) {
    plugin->process(plugin->instance, left, right, frames);
}

/// Sets a control, by the index of its port. Audio thread.
__attribute__((swift_attr("@_noLocks"))) static inline void
seqd_plugin_set(struct seqd_plugin *plugin, uint32_t port, float value) {
    plugin->set(plugin->instance, port, value);
}

#endif
