#include "world.h"

#include "memory.h"

seqd_lv2_world *seqd_lv2_world_new(const char *path) {
    if (seqd_lv2_problem()) return NULL;
    seqd_lv2_world *world = new_array(1, sizeof *world);
    world->lilv = lilv.world_new();
    if (!world->lilv) {
        free(world);
        return NULL;
    }
    pthread_mutex_init(&world->mutex, NULL);
    if (path) {
        LilvNode *node = lilv.new_string(world->lilv, path);
        lilv.world_set_option(world->lilv, LILV_OPTION_LV2_PATH, node);
        lilv.node_free(node);
    }
    lilv.world_load_all(world->lilv);
    world->plugins = lilv.world_get_all_plugins(world->lilv);
#define NODE(name, uri) world->name = lilv.new_uri(world->lilv, uri);
    NODES(NODE)
#undef NODE
    return world;
}

void seqd_lv2_world_free(seqd_lv2_world *world) {
    if (!world) return;
#define NODE(name, uri) lilv.node_free(world->name);
    NODES(NODE)
#undef NODE
    lilv.world_free(world->lilv);
    pthread_mutex_destroy(&world->mutex);
    free(world);
}

const LilvPlugin *seqd_lv2_find(seqd_lv2_world *world, const char *uri) {
    LilvNode *node = lilv.new_uri(world->lilv, uri);
    if (!node) return NULL;
    const LilvPlugin *plugin = lilv.plugins_get_by_uri(world->plugins, node);
    lilv.node_free(node);
    return plugin;
}

static int compare(const void *first, const void *second) {
    return strcmp(*(char *const *)first, *(char *const *)second);
}

seqd_lv2_uris seqd_lv2_world_uris(seqd_lv2_world *world) {
    pthread_mutex_lock(&world->mutex);
    seqd_lv2_uris list = {new_array(lilv.plugins_size(world->plugins), sizeof(char *)), 0};
    const LilvPlugins *plugins = world->plugins;
    for (LilvIter *i = lilv.plugins_begin(plugins); !lilv.plugins_is_end(plugins, i);
         i = lilv.plugins_next(plugins, i)) {
        const LilvPlugin *plugin = lilv.plugins_get(plugins, i);
        list.uris[list.count++] = copy_text(lilv.node_as_uri(lilv.plugin_get_uri(plugin)));
    }
    pthread_mutex_unlock(&world->mutex);
    qsort(list.uris, list.count, sizeof(char *), compare);
    return list;
}

void seqd_lv2_uris_free(seqd_lv2_uris list) {
    for (uint32_t i = 0; i < list.count; i++) free(list.uris[i]);
    free(list.uris);
}
