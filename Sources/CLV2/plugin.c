// The declaration of a plugin, as values that outlive lilv's.
#include "CLV2.h"

#include "features.h"
#include "memory.h"
#include "world.h"

#include <math.h>

static char *copy_string(const LilvNode *node) {
    return node ? copy_text(lilv.node_as_string(node)) : NULL;
}

/// Copies the text of a node, and frees the node.
static char *take_string(LilvNode *node) {
    char *text = copy_string(node);
    lilv.node_free(node);
    return text;
}

static float number(const LilvNode *node) {
    if (!node) return NAN;
    if (lilv.node_is_float(node)) return lilv.node_as_float(node);
    return lilv.node_is_int(node) ? (float)lilv.node_as_int(node) : NAN;
}

static float take_number(LilvNode *node) {
    float value = number(node);
    lilv.node_free(node);
    return value;
}

/// The path of a file's URI; NULL if it is another one.
static char *path_of(const LilvNode *node) {
    char *path = node ? lilv.file_uri_parse(lilv.node_as_uri(node), NULL) : NULL;
    char *copy = copy_text(path);
    lilv.free(path);
    return copy;
}

static bool contains(const LilvNodes *nodes, const LilvNode *node) {
    return nodes && lilv.nodes_contains(nodes, node);
}

/// Whether a port's property has a value.
static bool has_value(const LilvPlugin *plugin, const LilvPort *port, const LilvNode *property,
                      const LilvNode *value) {
    LilvNode *node = lilv.port_get(plugin, port, property);
    bool is_equal = node && lilv.node_equals(node, value);
    lilv.node_free(node);
    return is_equal;
}

/// Whether a port belongs to a group that is a side chain of another.
static bool is_in_side_chain(const seqd_lv2_world *world, const LilvPlugin *plugin,
                             const LilvPort *port) {
    LilvNode *group = lilv.port_get(plugin, port, world->group);
    if (!group) return false;
    LilvNode *main = lilv.world_get(world->lilv, group, world->side_chain_of, NULL);
    bool is_one = main != NULL;
    lilv.node_free(main);
    lilv.node_free(group);
    return is_one;
}

static void read_kind(const seqd_lv2_world *world, const LilvPlugin *plugin, const LilvPort *port,
                      seqd_lv2_port *result) {
    const LilvNodes *classes = lilv.port_get_classes(plugin, port);
    result->is_input = contains(classes, world->input_port);
    result->kind = contains(classes, world->control_port) ? SEQD_LV2_CONTROL
                   : contains(classes, world->audio_port) ? SEQD_LV2_AUDIO
                   : contains(classes, world->cv_port)    ? SEQD_LV2_CV
                   : contains(classes, world->atom_port)  ? SEQD_LV2_ATOM
                                                          : SEQD_LV2_OTHER;
    LilvNodes *properties = lilv.port_get_properties(plugin, port);
    result->is_optional = contains(properties, world->optional);
    result->is_toggled = contains(properties, world->toggled);
    result->is_integer = contains(properties, world->integer);
    result->is_enumeration = contains(properties, world->enumeration);
    result->is_relative = contains(properties, world->sample_rate);
    result->is_side_chain = result->is_input && contains(properties, world->side_chain);
    result->is_latency = contains(properties, world->reports_latency);
    lilv.nodes_free(properties);
    if (result->kind == SEQD_LV2_AUDIO && result->is_input && !result->is_side_chain) {
        result->is_side_chain = is_in_side_chain(world, plugin, port);
    }
    if (result->kind == SEQD_LV2_CONTROL) {
        if (result->is_input) {
            result->is_enabling = has_value(plugin, port, world->designation, world->enabled);
            result->is_free_wheeling =
                has_value(plugin, port, world->designation, world->free_wheeling);
        } else if (!result->is_latency) {
            result->is_latency = has_value(plugin, port, world->designation, world->latency);
        }
    }
    if (result->kind == SEQD_LV2_ATOM) {
        float size = take_number(lilv.port_get(plugin, port, world->minimum_size));
        result->size = size > 0 ? (uint32_t)fminf(size, 1 << 24) : 0;
    }
    result->symbol = copy_string(lilv.port_get_symbol(plugin, port));
}

static char *unit_of(const seqd_lv2_world *world, const LilvPlugin *plugin, const LilvPort *port) {
    LilvNode *unit = lilv.port_get(plugin, port, world->unit);
    if (!unit) return NULL;
    char *text = lilv.node_is_uri(unit) ? copy_text(lilv.node_as_uri(unit)) : NULL;
    if (!text || strncmp(text, LV2_UNITS_PREFIX, strlen(LV2_UNITS_PREFIX)) != 0) {
        free(text);
        text = take_string(lilv.world_get(world->lilv, unit, world->unit_symbol, NULL));
    }
    lilv.node_free(unit);
    return text;
}

static int compare_points(const void *first, const void *second) {
    float a = ((const seqd_lv2_point *)first)->value;
    float b = ((const seqd_lv2_point *)second)->value;
    return (a > b) - (a < b);
}

static void read_points(const LilvPlugin *plugin, const LilvPort *port, seqd_lv2_port *result) {
    LilvScalePoints *points = lilv.port_get_scale_points(plugin, port);
    if (!points) return;
    result->points = new_array(lilv.scale_points_size(points), sizeof *result->points);
    for (LilvIter *i = lilv.scale_points_begin(points); !lilv.scale_points_is_end(points, i);
         i = lilv.scale_points_next(points, i)) {
        const LilvScalePoint *point = lilv.scale_points_get(points, i);
        const LilvNode *label = lilv.scale_point_get_label(point);
        float value = number(lilv.scale_point_get_value(point));
        if (!label || isnan(value)) continue;
        result->points[result->point_count++] = (seqd_lv2_point){copy_string(label), value};
    }
    lilv.scale_points_free(points);
    qsort(result->points, result->point_count, sizeof *result->points, compare_points);
}

static void read_details(const seqd_lv2_world *world, const LilvPlugin *plugin,
                         const LilvPort *port, seqd_lv2_port *result) {
    // lilv's own function complains about a port without a name.
    char *name = take_string(lilv.port_get(plugin, port, world->name));
    result->name = name ? name : copy_text(result->symbol);
    result->minimum = result->maximum = result->value = NAN;
    if (result->kind != SEQD_LV2_CONTROL && result->kind != SEQD_LV2_CV) return;
    LilvNode *value = NULL, *minimum = NULL, *maximum = NULL;
    lilv.port_get_range(plugin, port, &value, &minimum, &maximum);
    result->value = take_number(value);
    result->minimum = take_number(minimum);
    result->maximum = take_number(maximum);
    result->unit = unit_of(world, plugin, port);
    read_points(plugin, port, result);
}

static void read_ports(const seqd_lv2_world *world, const LilvPlugin *plugin, bool details,
                       seqd_lv2_plugin *result) {
    result->port_count = lilv.plugin_get_num_ports(plugin);
    result->ports = new_array(result->port_count, sizeof *result->ports);
    for (uint32_t i = 0; i < result->port_count; i++) {
        const LilvPort *port = lilv.plugin_get_port_by_index(plugin, i);
        read_kind(world, plugin, port, &result->ports[i]);
        if (details) read_details(world, plugin, port, &result->ports[i]);
    }
}

static int compare_presets(const void *first, const void *second) {
    const seqd_lv2_preset *a = first, *b = second;
    int order = strcmp(a->label, b->label);
    return order ? order : strcmp(a->uri, b->uri);
}

static void read_presets(const seqd_lv2_world *world, const LilvPlugin *plugin,
                         seqd_lv2_plugin *result) {
    LilvNodes *presets = lilv.plugin_get_related(plugin, world->preset);
    if (!presets) return;
    result->presets = new_array(lilv.nodes_size(presets), sizeof *result->presets);
    for (LilvIter *i = lilv.nodes_begin(presets); !lilv.nodes_is_end(presets, i);
         i = lilv.nodes_next(presets, i)) {
        const LilvNode *preset = lilv.nodes_get(presets, i);
        if (!lilv.node_is_uri(preset)) continue;
        lilv.world_load_resource(world->lilv, preset);
        char *label = take_string(lilv.world_get(world->lilv, preset, world->label, NULL));
        char *uri = copy_string(preset);
        result->presets[result->preset_count++] =
            (seqd_lv2_preset){uri, label ? label : copy_text(uri)};
    }
    lilv.nodes_free(presets);
    qsort(result->presets, result->preset_count, sizeof *result->presets, compare_presets);
}

/// Adds what is missing among required features or options.
static void add_missing(LilvNodes *required, bool (*is_there)(const char *uri),
                        seqd_lv2_plugin *result) {
    if (!required) return;
    size_t most = result->missing_count + lilv.nodes_size(required);
    result->missing = checked(realloc(result->missing, (most + 1) * sizeof(char *)));
    for (LilvIter *i = lilv.nodes_begin(required); !lilv.nodes_is_end(required, i);
         i = lilv.nodes_next(required, i)) {
        const LilvNode *node = lilv.nodes_get(required, i);
        if (is_there(lilv.node_as_string(node))) continue;
        result->missing[result->missing_count++] = copy_string(node);
    }
    lilv.nodes_free(required);
}

/// The first class of a plugin that is one of LV2's, and not that of all plugins.
static char *type_of(const seqd_lv2_world *world, const LilvPlugin *plugin) {
    LilvNodes *types = lilv.plugin_get_value(plugin, world->type);
    if (!types) return NULL;
    char *type = NULL;
    for (LilvIter *i = lilv.nodes_begin(types); !type && !lilv.nodes_is_end(types, i);
         i = lilv.nodes_next(types, i)) {
        const LilvNode *node = lilv.nodes_get(types, i);
        const char *uri = lilv.node_is_uri(node) ? lilv.node_as_uri(node) : "";
        bool is_class = strncmp(uri, LV2_CORE_PREFIX, strlen(LV2_CORE_PREFIX)) == 0;
        if (is_class && strcmp(uri, LV2_CORE__Plugin) != 0) type = copy_text(uri);
    }
    lilv.nodes_free(types);
    return type;
}

seqd_lv2_plugin *seqd_lv2_plugin_new(seqd_lv2_world *world, const char *uri, bool details) {
    pthread_mutex_lock(&world->mutex);
    const LilvPlugin *plugin = seqd_lv2_find(world, uri);
    if (!plugin) {
        pthread_mutex_unlock(&world->mutex);
        return NULL;
    }
    seqd_lv2_plugin *result = new_array(1, sizeof *result);
    result->uri = copy_text(uri);
    char *name = take_string(lilv.plugin_get_name(plugin));
    result->name = name ? name : copy_text(uri);
    result->author = take_string(lilv.plugin_get_author_name(plugin));
    result->type = type_of(world, plugin);
    result->bundle = path_of(lilv.plugin_get_bundle_uri(plugin));
    result->library = path_of(lilv.plugin_get_library_uri(plugin));
    read_ports(world, plugin, details, result);
    add_missing(lilv.plugin_get_required_features(plugin), seqd_lv2_has_feature, result);
    add_missing(lilv.plugin_get_value(plugin, world->required_option), seqd_lv2_has_option, result);
    result->is_real_time_capable = lilv.plugin_has_feature(plugin, world->real_time);
    LilvNodes *required = lilv.plugin_get_required_features(plugin);
    result->has_default_state = lilv.plugin_has_feature(plugin, world->default_state);
    result->has_fixed_blocks = contains(required, world->fixed_blocks)
                               || contains(required, world->powers_of_2)
                               || contains(required, world->coarse_blocks);
    lilv.nodes_free(required);
    pthread_mutex_unlock(&world->mutex);
    return result;
}

void seqd_lv2_plugin_read_presets(seqd_lv2_world *world, seqd_lv2_plugin *plugin) {
    if (plugin->presets) return;
    pthread_mutex_lock(&world->mutex);
    const LilvPlugin *found = seqd_lv2_find(world, plugin->uri);
    if (found) read_presets(world, found, plugin);
    pthread_mutex_unlock(&world->mutex);
}

static void free_texts(char **texts, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) free(texts[i]);
    free(texts);
}

void seqd_lv2_plugin_free(seqd_lv2_plugin *plugin) {
    if (!plugin) return;
    for (uint32_t i = 0; i < plugin->port_count; i++) {
        seqd_lv2_port *port = &plugin->ports[i];
        for (uint32_t k = 0; k < port->point_count; k++) free(port->points[k].label);
        free(port->points);
        free(port->symbol);
        free(port->name);
        free(port->unit);
    }
    free(plugin->ports);
    for (uint32_t i = 0; i < plugin->preset_count; i++) {
        free(plugin->presets[i].uri);
        free(plugin->presets[i].label);
    }
    free(plugin->presets);
    free_texts(plugin->missing, plugin->missing_count);
    free(plugin->uri);
    free(plugin->name);
    free(plugin->type);
    free(plugin->author);
    free(plugin->bundle);
    free(plugin->library);
    free(plugin);
}
