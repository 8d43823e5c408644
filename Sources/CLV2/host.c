// Instances of a plugin, with memory for their ports.
#include "CLV2.h"

#include "features.h"
#include "memory.h"
#include "urid.h"
#include "world.h"

#include <fenv.h>
#include <lv2/atom/util.h>
#include <math.h>
#include <signal.h>
#include <sys/prctl.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

/// The least bytes for the atoms of a port.
enum { LEAST_SEQUENCE = 8192 };

/// A port for atoms, and its memory.
struct atom_port {
    LV2_Atom_Sequence *sequence;
    /// The bytes of the memory.
    uint32_t size;
    bool is_input;
};

/// One instance, which processes both channels or one.
struct side {
    LilvInstance *instance;
    /// The values of controls and of the outputs for them, by the indices of ports.
    float *controls;
    /// The buffers of all ports for samples.
    float *samples;
    struct atom_port *atoms;
    uint32_t atom_count;
    /// The main inputs and outputs; those that there are not are NULL.
    float *inputs[2], *outputs[2];
    struct worker worker;
    struct features features;
};

struct seqd_lv2_host {
    struct seqd_plugin plugin;
    seqd_lv2_world *world;
    struct side sides[2];
    uint32_t side_count;
    bool is_active;
    uint32_t port_count;
    /// The symbols of controls that are inputs, by the indices of ports; NULL for all others.
    char **symbols;
    /// The index of the output with the latency; `port_count` for none.
    uint32_t latency_port;
    /// The index of the input for free-wheeling; `port_count` for none.
    uint32_t free_wheeling_port;
    LV2_URID sequence, chunk;
    /// Whether frames are collected to whole blocks.
    bool has_fixed_blocks;
    /// With whole blocks: the frames of the current one that are there, its input, and the output
    /// of the one before.
    uint32_t filled;
    float collected[2][SEQD_LV2_BLOCK], finished[2][SEQD_LV2_BLOCK];
};

// MARK: Audio thread

/// Has numbers that are nearly 0 be 0, which is faster: few plugins see to it.
static inline uint64_t flush_denormals(void) {
#if defined(__x86_64__)
    unsigned state = _mm_getcsr();
    _mm_setcsr(state | 0x8040);
    return state;
#elif defined(__aarch64__)
    uint64_t state;
    __asm__ __volatile__("mrs %0, fpcr" : "=r"(state));
    __asm__ __volatile__("msr fpcr, %0" : : "r"(state | 1u << 24));
    return state;
#else
    return 0;
#endif
}

static inline void restore_denormals(uint64_t state) {
#if defined(__x86_64__)
    _mm_setcsr((unsigned)state);
#elif defined(__aarch64__)
    __asm__ __volatile__("msr fpcr, %0" : : "r"(state));
#else
    (void)state;
#endif
}

static void run_side(struct seqd_lv2_host *host, struct side *side, uint32_t frames) {
    for (uint32_t i = 0; i < side->atom_count; i++) {
        struct atom_port *port = &side->atoms[i];
        LV2_Atom *atom = &port->sequence->atom;
        if (port->is_input) {
            // A sequence without events.
            atom->type = host->sequence;
            atom->size = sizeof(LV2_Atom_Sequence_Body);
            port->sequence->body = (LV2_Atom_Sequence_Body){0, 0};
        } else {
            // Room for one.
            atom->type = host->chunk;
            atom->size = port->size - (uint32_t)sizeof(LV2_Atom);
        }
    }
    lilv_instance_run(side->instance, frames);
    worker_deliver(&side->worker);
}

static inline void copy(float *to, const float *from, uint32_t frames) {
    memcpy(to, from, frames * sizeof *to);
}

/// Processes some frames; input and output may be the same memory.
static void run(struct seqd_lv2_host *host, float *const input[2], float *const output[2],
                uint32_t frames) {
    if (host->side_count == 2) {
        for (int i = 0; i < 2; i++) {
            copy(host->sides[i].inputs[0], input[i], frames);
            run_side(host, &host->sides[i], frames);
            copy(output[i], host->sides[i].outputs[0], frames);
        }
        return;
    }
    struct side *side = &host->sides[0];
    if (side->inputs[1]) {
        copy(side->inputs[0], input[0], frames);
        copy(side->inputs[1], input[1], frames);
    } else {
        for (uint32_t i = 0; i < frames; i++) {
            side->inputs[0][i] = (input[0][i] + input[1][i]) * 0.5f;
        }
    }
    run_side(host, side, frames);
    copy(output[0], side->outputs[0], frames);
    copy(output[1], side->outputs[1] ? side->outputs[1] : side->outputs[0], frames);
}

/// Collects some frames, 64 at most, and gives those of the block before.
static void collect(struct seqd_lv2_host *host, float *const sound[2], uint32_t frames) {
    uint32_t done = 0;
    while (done < frames) {
        uint32_t room = SEQD_LV2_BLOCK - host->filled;
        uint32_t count = frames - done < room ? frames - done : room;
        for (int i = 0; i < 2; i++) {
            copy(host->collected[i] + host->filled, sound[i] + done, count);
            copy(sound[i] + done, host->finished[i] + host->filled, count);
        }
        done += count;
        host->filled += count;
        if (host->filled < SEQD_LV2_BLOCK) continue;
        float *const input[2] = {host->collected[0], host->collected[1]};
        float *const output[2] = {host->finished[0], host->finished[1]};
        run(host, input, output, SEQD_LV2_BLOCK);
        host->filled = 0;
    }
}

static void process(void *instance, float *left, float *right, uint32_t frames) {
    struct seqd_lv2_host *host = instance;
    uint64_t state = flush_denormals();
    for (uint32_t done = 0; done < frames;) {
        uint32_t count = frames - done < SEQD_LV2_BLOCK ? frames - done : SEQD_LV2_BLOCK;
        float *const sound[2] = {left + done, right + done};
        if (host->has_fixed_blocks) {
            collect(host, sound, count);
        } else {
            run(host, sound, sound, count);
        }
        done += count;
    }
    restore_denormals(state);
}

/// Sets a control: its next block has the value.
static void set(void *instance, uint32_t port, float value) {
    seqd_lv2_host_set(instance, port, value);
}

// MARK: Making and freeing

/// Whether a port is a main one: the first two of its direction that are no side chain.
static bool is_main(const seqd_lv2_port *port, uint32_t count) {
    return port->kind == SEQD_LV2_AUDIO && !port->is_side_chain && count < 2;
}

static uint32_t main_count(const seqd_lv2_plugin *plugin, bool is_input) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < plugin->port_count; i++) {
        if (plugin->ports[i].is_input == is_input) count += is_main(&plugin->ports[i], count);
    }
    return count;
}

/// The value of a control at first.
static float first_value(const seqd_lv2_port *port, double rate) {
    if (!port->is_input || port->is_free_wheeling) return 0;
    if (port->is_enabling) return 1;
    float value = !isnan(port->value)     ? port->value
                  : !isnan(port->minimum) ? port->minimum
                                          : 0;
    return port->is_relative ? value * (float)rate : value;
}

static uint32_t sequence_size(const seqd_lv2_port *port) {
    uint32_t size = port->size > LEAST_SEQUENCE ? port->size : LEAST_SEQUENCE;
    return (size + 7u) & ~7u;
}

static void connect_ports(struct side *side, const seqd_lv2_plugin *plugin, double rate) {
    uint32_t inputs = 0, outputs = 0, buffers = 0;
    for (uint32_t i = 0; i < plugin->port_count; i++) {
        const seqd_lv2_port *port = &plugin->ports[i];
        switch (port->kind) {
        case SEQD_LV2_CONTROL:
            side->controls[i] = first_value(port, rate);
            lilv_instance_connect_port(side->instance, i, &side->controls[i]);
            break;
        case SEQD_LV2_AUDIO:
        case SEQD_LV2_CV: {
            // A buffer for each: nothing is said about those that are shared.
            float *buffer = side->samples + buffers++ * SEQD_LV2_BLOCK;
            lilv_instance_connect_port(side->instance, i, buffer);
            if (port->is_input && is_main(port, inputs)) side->inputs[inputs++] = buffer;
            if (!port->is_input && is_main(port, outputs)) side->outputs[outputs++] = buffer;
            break;
        }
        case SEQD_LV2_ATOM: {
            struct atom_port *atom = &side->atoms[side->atom_count++];
            *atom = (struct atom_port){NULL, sequence_size(port), port->is_input};
            atom->sequence = new_array(atom->size, 1);
            lilv_instance_connect_port(side->instance, i, atom->sequence);
            break;
        }
        case SEQD_LV2_OTHER: lilv_instance_connect_port(side->instance, i, NULL); break;
        }
    }
}

static bool side_init(struct seqd_lv2_host *host, struct side *side, const LilvPlugin *lilv_plugin,
                      const seqd_lv2_plugin *plugin, double rate) {
    uint32_t most = LEAST_SEQUENCE;
    for (uint32_t i = 0; i < plugin->port_count; i++) {
        uint32_t size = sequence_size(&plugin->ports[i]);
        if (size > most) most = size;
    }
    features_init(&side->features, &side->worker, rate, plugin->has_fixed_blocks, most);
    side->instance = lilv.plugin_instantiate(lilv_plugin, rate, side->features.list);
    if (!side->instance) return false;
    host->side_count++;
    side->controls = new_array(plugin->port_count, sizeof(float));
    side->samples = new_array((size_t)plugin->port_count * SEQD_LV2_BLOCK, sizeof(float));
    side->atoms = new_array(plugin->port_count, sizeof *side->atoms);
    connect_ports(side, plugin, rate);
    const LV2_Worker_Interface *interface =
        lilv_instance_get_extension_data(side->instance, LV2_WORKER__interface);
    worker_init(&side->worker, interface, lilv_instance_get_handle(side->instance));
    return true;
}

static void side_destroy(struct side *side, bool is_active) {
    if (side->instance && is_active) lilv_instance_deactivate(side->instance);
    if (side->instance) lilv.instance_free(side->instance);
    worker_destroy(&side->worker);
    features_destroy(&side->features);
    for (uint32_t i = 0; i < side->atom_count; i++) free(side->atoms[i].sequence);
    free(side->atoms);
    free(side->samples);
    free(side->controls);
}

seqd_lv2_host *seqd_lv2_host_new(seqd_lv2_world *world, const seqd_lv2_plugin *plugin,
                                 double rate) {
    struct seqd_lv2_host *host = new_array(1, sizeof *host);
    host->world = world;
    host->sequence = urid(LV2_ATOM__Sequence);
    host->chunk = urid(LV2_ATOM__Chunk);
    host->has_fixed_blocks = plugin->has_fixed_blocks;
    host->plugin.instance = host;
    host->plugin.process = process;
    host->plugin.set = set;
    host->port_count = plugin->port_count;
    host->latency_port = host->free_wheeling_port = plugin->port_count;
    host->symbols = new_array(plugin->port_count, sizeof *host->symbols);
    for (uint32_t i = 0; i < plugin->port_count; i++) {
        const seqd_lv2_port *port = &plugin->ports[i];
        if (port->kind != SEQD_LV2_CONTROL) continue;
        // Only the host knows whether it runs in real time.
        if (port->is_input && port->is_free_wheeling) {
            host->free_wheeling_port = i;
            continue;
        }
        if (port->is_input) host->symbols[i] = copy_text(port->symbol);
        if (!port->is_input && port->is_latency) host->latency_port = i;
    }
    host->plugin.has_latency_port = host->latency_port < plugin->port_count;
    // A plugin of one channel has an instance for each.
    bool is_mono = main_count(plugin, true) == 1 && main_count(plugin, false) == 1;
    // Some libraries have denormals flushed for the thread that loads them.
    fenv_t environment;
    fegetenv(&environment);
    pthread_mutex_lock(&world->mutex);
    const LilvPlugin *found = seqd_lv2_find(world, plugin->uri);
    bool is_made = found && side_init(host, &host->sides[0], found, plugin, rate)
                   && (!is_mono || side_init(host, &host->sides[1], found, plugin, rate));
    pthread_mutex_unlock(&world->mutex);
    fesetenv(&environment);
    if (is_made) return host;
    seqd_lv2_host_free(host);
    return NULL;
}

void seqd_lv2_host_free(seqd_lv2_host *host) {
    if (!host) return;
    for (uint32_t i = 0; i < 2; i++) worker_stop(&host->sides[i].worker);
    pthread_mutex_lock(&host->world->mutex);
    for (uint32_t i = 0; i < 2; i++) side_destroy(&host->sides[i], host->is_active);
    pthread_mutex_unlock(&host->world->mutex);
    for (uint32_t i = 0; i < host->port_count; i++) free(host->symbols[i]);
    free(host->symbols);
    free(host);
}

// MARK: State

void seqd_lv2_host_set(seqd_lv2_host *host, uint32_t port, float value) {
    if (port >= host->port_count || !host->symbols[port]) return;
    for (uint32_t i = 0; i < host->side_count; i++) host->sides[i].controls[port] = value;
}

float seqd_lv2_host_value(const seqd_lv2_host *host, uint32_t port) {
    return port < host->port_count ? host->sides[0].controls[port] : NAN;
}

/// Sets a control to the value that a preset has for its symbol.
static void set_value(const char *symbol, void *context, const void *value, uint32_t size,
                      uint32_t type) {
    struct seqd_lv2_host *host = context;
    float number;
    if (type == urid(LV2_ATOM__Float) && size == sizeof(float)) {
        number = *(const float *)value;
    } else if (type == urid(LV2_ATOM__Double) && size == sizeof(double)) {
        number = (float)*(const double *)value;
    } else if ((type == urid(LV2_ATOM__Int) || type == urid(LV2_ATOM__Bool))
               && size == sizeof(int32_t)) {
        number = (float)*(const int32_t *)value;
    } else if (type == urid(LV2_ATOM__Long) && size == sizeof(int64_t)) {
        number = (float)*(const int64_t *)value;
    } else {
        return;
    }
    for (uint32_t i = 0; i < host->port_count; i++) {
        if (host->symbols[i] && strcmp(host->symbols[i], symbol) == 0) {
            seqd_lv2_host_set(host, i, number);
        }
    }
}

bool seqd_lv2_host_restore(seqd_lv2_host *host, const char *uri, bool has_values) {
    pthread_mutex_lock(&host->world->mutex);
    LilvWorld *world = host->world->lilv;
    LilvNode *node = lilv.new_uri(world, uri);
    if (node) lilv.world_load_resource(world, node);
    LilvState *state = node ? lilv.state_new_from_world(world, &seqd_lv2_map, node) : NULL;
    lilv.node_free(node);
    for (uint32_t i = 0; state && i < host->side_count; i++) {
        struct side *side = &host->sides[i];
        lilv.state_restore(state, side->instance, has_values ? set_value : NULL, host, 0,
                           side->features.list);
    }
    bool is_there = state != NULL;
    lilv.state_free(state);
    pthread_mutex_unlock(&host->world->mutex);
    return is_there;
}

// MARK: Starting

/// The blocks of silence that a plugin processes first: it has computed its latency after one, and
/// gets the results of work in the next.
enum { FIRST_BLOCKS = 4 };

int seqd_lv2_host_start(seqd_lv2_host *host) {
    host->is_active = true;
    for (uint32_t i = 0; i < host->side_count; i++) {
        lilv_instance_activate(host->sides[i].instance);
    }
    float silence[2][SEQD_LV2_BLOCK];
    for (int block = 0; block < FIRST_BLOCKS; block++) {
        memset(silence, 0, sizeof silence);
        process(host, silence[0], silence[1], SEQD_LV2_BLOCK);
    }
    float latency = host->latency_port < host->port_count
                        ? host->sides[0].controls[host->latency_port]
                        : 0;
    // Of a time that nobody waits for.
    if (!(latency > 0)) latency = 0;
    host->plugin.latency = (uint32_t)fminf(latency + 0.5f, 1 << 24);
    if (host->has_fixed_blocks) host->plugin.latency += SEQD_LV2_BLOCK;
    int error = 0;
    for (uint32_t i = 0; i < host->side_count && !error; i++) {
        atomic_store(&host->sides[i].features.is_silent, true);
        error = worker_start(&host->sides[i].worker);
    }
    return error;
}

void seqd_lv2_host_free_wheel(seqd_lv2_host *host) {
    for (uint32_t i = 0; i < host->side_count; i++) {
        struct side *side = &host->sides[i];
        // Without a thread, work is done where it is scheduled.
        worker_stop(&side->worker);
        if (host->free_wheeling_port < host->port_count) {
            side->controls[host->free_wheeling_port] = 1;
        }
    }
}

struct seqd_plugin *seqd_lv2_host_plugin(seqd_lv2_host *host) { return &host->plugin; }

const char *seqd_lv2_host_message(const seqd_lv2_host *host) {
    for (uint32_t i = 0; i < host->side_count; i++) {
        if (host->sides[i].features.message[0]) return host->sides[i].features.message;
    }
    return NULL;
}

void seqd_lv2_end_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }
