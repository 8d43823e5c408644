// LV2 plugins as effects of two channels: those that are installed, and instances of them.
//
// They are found by lilv, whose library is loaded when the first world is made.
#ifndef CLV2_H
#define CLV2_H

#include <plugin.h>
#include <stdbool.h>
#include <stdint.h>

/// The frames of a block: instances are told that they never get more.
enum { SEQD_LV2_BLOCK = 64 };

/// Loads lilv's library if that has not been done. Returns NULL, or why it cannot be loaded.
const char *seqd_lv2_problem(void);

/// The bundles of a search path. Any thread: calls wait for each other.
typedef struct seqd_lv2_world seqd_lv2_world;

/// Reads what the bundles of a search path declare; NULL stands for `LV2_PATH`, else the usual
/// folders. Returns NULL if lilv cannot be loaded, or without memory.
seqd_lv2_world *seqd_lv2_world_new(const char *path);

/// Frees a world; its instances must have been freed.
void seqd_lv2_world_free(seqd_lv2_world *world);

/// The URIs of all plugins, in the order of their characters.
typedef struct seqd_lv2_uris {
    char **uris;
    uint32_t count;
} seqd_lv2_uris;

seqd_lv2_uris seqd_lv2_world_uris(seqd_lv2_world *world);
void seqd_lv2_uris_free(seqd_lv2_uris uris);

/// The data that go through a port.
typedef enum seqd_lv2_kind {
    SEQD_LV2_CONTROL,
    SEQD_LV2_AUDIO,
    SEQD_LV2_CV,
    SEQD_LV2_ATOM,
    /// Something that this host does not know.
    SEQD_LV2_OTHER,
} seqd_lv2_kind;

/// A value of a port that has a name.
typedef struct seqd_lv2_point {
    char *label;
    float value;
} seqd_lv2_point;

/// A port of a plugin. The index is that in the plugin's list.
typedef struct seqd_lv2_port {
    seqd_lv2_kind kind;
    bool is_input;
    bool is_optional;
    /// An audio input that is listened to and not heard.
    bool is_side_chain;
    /// The output that has the latency in frames.
    bool is_latency;
    /// The input that switches the plugin on.
    bool is_enabling;
    /// The input that tells whether the plugin runs faster or slower than real time.
    bool is_free_wheeling;
    bool is_toggled;
    bool is_integer;
    bool is_enumeration;
    /// Whether its range is in units of the sample rate.
    bool is_relative;
    /// The least number of bytes for atoms; 0 if that is not declared.
    uint32_t size;
    char *symbol;
    /// The rest is there with details only.
    char *name;
    /// The URI of a unit, or the symbol of one that the plugin declares itself; NULL for none.
    char *unit;
    /// NAN where it is not declared.
    float minimum, maximum, value;
    seqd_lv2_point *points;
    uint32_t point_count;
} seqd_lv2_port;

/// A preset. It may be in another bundle than its plugin.
typedef struct seqd_lv2_preset {
    char *uri;
    char *label;
} seqd_lv2_preset;

/// The declaration of a plugin.
typedef struct seqd_lv2_plugin {
    char *uri;
    char *name;
    /// The URI of its class; NULL if it has none but that of all plugins.
    char *type;
    /// NULL if nobody is named.
    char *author;
    /// The folder of its bundle; NULL if it is not a file.
    char *bundle;
    /// The file with its code; NULL if it is not a file.
    char *library;
    seqd_lv2_port *ports;
    uint32_t port_count;
    /// The URIs of features and options that it requires, and this host does not have.
    char **missing;
    uint32_t missing_count;
    /// After `seqd_lv2_plugin_read_presets`, in the order of their labels.
    seqd_lv2_preset *presets;
    uint32_t preset_count;
    /// Whether it says that it suits a real-time thread.
    bool is_real_time_capable;
    /// Whether it is to be set to its default state.
    bool has_default_state;
    /// Whether it takes blocks of one length only.
    bool has_fixed_blocks;
} seqd_lv2_plugin;

/// Reads the declaration of a plugin; NULL if there is none with this URI.
///
/// - details: Whether the names and ranges of ports are read too.
seqd_lv2_plugin *seqd_lv2_plugin_new(seqd_lv2_world *world, const char *uri, bool details);

/// Reads the presets of a plugin, each from a file of its own.
void seqd_lv2_plugin_read_presets(seqd_lv2_world *world, seqd_lv2_plugin *plugin);

void seqd_lv2_plugin_free(seqd_lv2_plugin *plugin);

/// An instance of a plugin; two, if it has one channel.
typedef struct seqd_lv2_host seqd_lv2_host;

/// Has the kernel end this process when its parent ends.
void seqd_lv2_end_with_parent(void);

/// Makes an instance, with its ports at their defaults. Returns NULL if the plugin refuses.
///
/// The declaration must have details, and be that of a plugin with an audio input and an audio
/// output for which nothing is missing. It may be freed before the instance.
seqd_lv2_host *seqd_lv2_host_new(seqd_lv2_world *world, const seqd_lv2_plugin *plugin, double rate);

/// Sets ports and state to those of a preset, or for the plugin's own URI to the default state.
///
/// Without values, ports stay as they are: the default state has the defaults of ports as they are
/// declared, and not as they are at a sample rate. Before `seqd_lv2_host_start`. Returns false if
/// there is none with this URI.
bool seqd_lv2_host_restore(seqd_lv2_host *host, const char *uri, bool has_values);

/// Sets a control. Before `seqd_lv2_host_start`.
void seqd_lv2_host_set(seqd_lv2_host *host, uint32_t port, float value);

/// The value of a control or of an output for one; of the left instance, if there are two.
float seqd_lv2_host_value(const seqd_lv2_host *host, uint32_t port);

/// Activates the plugin, has it process some silence and reads its latency. Work that it schedules
/// is done at once until then, and by a thread of its own later. Returns 0, or the errno with which
/// the system refuses that thread.
int seqd_lv2_host_start(seqd_lv2_host *host);

/// Has the plugin process for a file: work that it schedules is done at once, so that the same input
/// always has the same output, and it is told that it does not run in real time. After
/// `seqd_lv2_host_start`, and before the audio thread has it.
void seqd_lv2_host_free_wheel(seqd_lv2_host *host);

/// The effect for the audio thread, after `seqd_lv2_host_start`; it belongs to the host.
struct seqd_plugin *seqd_lv2_host_plugin(seqd_lv2_host *host);

/// The first error or warning that the plugin has logged before it was started; NULL for none.
const char *seqd_lv2_host_message(const seqd_lv2_host *host);

/// Ends its threads and frees it. Not for the audio thread.
void seqd_lv2_host_free(seqd_lv2_host *host);

#endif
