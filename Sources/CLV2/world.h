// The bundles of a search path, and the URIs that are looked for in them.
#ifndef SEQD_LV2_WORLD_H
#define SEQD_LV2_WORLD_H

#include "CLV2.h"
#include "library.h"

#include <lv2/atom/atom.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/core/lv2.h>
#include <lv2/options/options.h>
#include <lv2/port-groups/port-groups.h>
#include <lv2/presets/presets.h>
#include <lv2/resize-port/resize-port.h>
#include <lv2/state/state.h>
#include <lv2/units/units.h>
#include <lv2/worker/worker.h>
#include <pthread.h>

#define RDF "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
#define RDFS "http://www.w3.org/2000/01/rdf-schema#"

#define NODES(NODE)                                                                                \
    NODE(input_port, LV2_CORE__InputPort)                                                          \
    NODE(control_port, LV2_CORE__ControlPort)                                                      \
    NODE(audio_port, LV2_CORE__AudioPort)                                                          \
    NODE(cv_port, LV2_CORE__CVPort)                                                                \
    NODE(atom_port, LV2_ATOM__AtomPort)                                                            \
    NODE(optional, LV2_CORE__connectionOptional)                                                   \
    NODE(side_chain, LV2_CORE_PREFIX "isSideChain")                                                \
    NODE(reports_latency, LV2_CORE__reportsLatency)                                                \
    NODE(name, LV2_CORE__name)                                                                     \
    NODE(toggled, LV2_CORE__toggled)                                                               \
    NODE(integer, LV2_CORE__integer)                                                               \
    NODE(enumeration, LV2_CORE__enumeration)                                                       \
    NODE(sample_rate, LV2_CORE__sampleRate)                                                        \
    NODE(designation, LV2_CORE__designation)                                                       \
    NODE(latency, LV2_CORE__latency)                                                               \
    NODE(enabled, LV2_CORE__enabled)                                                               \
    NODE(free_wheeling, LV2_CORE__freeWheeling)                                                    \
    NODE(real_time, LV2_CORE__hardRTCapable)                                                       \
    NODE(group, LV2_PORT_GROUPS__group)                                                            \
    NODE(side_chain_of, LV2_PORT_GROUPS__sideChainOf)                                              \
    NODE(minimum_size, LV2_RESIZE_PORT__minimumSize)                                               \
    NODE(unit, LV2_UNITS__unit)                                                                    \
    NODE(unit_symbol, LV2_UNITS__symbol)                                                           \
    NODE(preset, LV2_PRESETS__Preset)                                                              \
    NODE(required_option, LV2_OPTIONS__requiredOption)                                             \
    NODE(default_state, LV2_STATE__loadDefaultState)                                               \
    NODE(fixed_blocks, LV2_BUF_SIZE__fixedBlockLength)                                             \
    NODE(powers_of_2, LV2_BUF_SIZE__powerOf2BlockLength)                                           \
    NODE(coarse_blocks, LV2_BUF_SIZE__coarseBlockLength)                                           \
    NODE(type, RDF "type")                                                                         \
    NODE(label, RDFS "label")

struct seqd_lv2_world {
    /// Held while lilv is called: it has no locks of its own.
    pthread_mutex_t mutex;
    LilvWorld *lilv;
    const LilvPlugins *plugins;
#define NODE(name, uri) LilvNode *name;
    NODES(NODE)
#undef NODE
};

/// Finds a plugin; the world's mutex must be held. NULL if there is none with this URI.
const LilvPlugin *seqd_lv2_find(seqd_lv2_world *world, const char *uri);

#endif
