// The functions of lilv that are used, in its library once that is loaded.
#ifndef SEQD_LV2_LIBRARY_H
#define SEQD_LV2_LIBRARY_H

#include <lilv-0/lilv/lilv.h>

#define LILV_FUNCTIONS(FUNCTION)                                                                   \
    FUNCTION(free)                                                                                 \
    FUNCTION(file_uri_parse)                                                                       \
    FUNCTION(instance_free)                                                                        \
    FUNCTION(new_string)                                                                           \
    FUNCTION(new_uri)                                                                              \
    FUNCTION(node_as_float)                                                                        \
    FUNCTION(node_as_int)                                                                          \
    FUNCTION(node_as_string)                                                                       \
    FUNCTION(node_as_uri)                                                                          \
    FUNCTION(node_equals)                                                                          \
    FUNCTION(node_free)                                                                            \
    FUNCTION(node_is_float)                                                                        \
    FUNCTION(node_is_int)                                                                          \
    FUNCTION(node_is_uri)                                                                          \
    FUNCTION(nodes_begin)                                                                          \
    FUNCTION(nodes_contains)                                                                       \
    FUNCTION(nodes_free)                                                                           \
    FUNCTION(nodes_get)                                                                            \
    FUNCTION(nodes_is_end)                                                                         \
    FUNCTION(nodes_next)                                                                           \
    FUNCTION(nodes_size)                                                                           \
    FUNCTION(plugin_get_author_name)                                                               \
    FUNCTION(plugin_get_bundle_uri)                                                                \
    FUNCTION(plugin_get_library_uri)                                                               \
    FUNCTION(plugin_get_name)                                                                      \
    FUNCTION(plugin_get_num_ports)                                                                 \
    FUNCTION(plugin_get_port_by_index)                                                             \
    FUNCTION(plugin_get_related)                                                                   \
    FUNCTION(plugin_get_required_features)                                                         \
    FUNCTION(plugin_get_uri)                                                                       \
    FUNCTION(plugin_get_value)                                                                     \
    FUNCTION(plugin_has_feature)                                                                   \
    FUNCTION(plugin_instantiate)                                                                   \
    FUNCTION(plugins_begin)                                                                        \
    FUNCTION(plugins_get)                                                                          \
    FUNCTION(plugins_get_by_uri)                                                                   \
    FUNCTION(plugins_is_end)                                                                       \
    FUNCTION(plugins_next)                                                                         \
    FUNCTION(plugins_size)                                                                         \
    FUNCTION(port_get)                                                                             \
    FUNCTION(port_get_classes)                                                                     \
    FUNCTION(port_get_properties)                                                                  \
    FUNCTION(port_get_range)                                                                       \
    FUNCTION(port_get_scale_points)                                                                \
    FUNCTION(port_get_symbol)                                                                      \
    FUNCTION(scale_point_get_label)                                                                \
    FUNCTION(scale_point_get_value)                                                                \
    FUNCTION(scale_points_begin)                                                                   \
    FUNCTION(scale_points_free)                                                                    \
    FUNCTION(scale_points_get)                                                                     \
    FUNCTION(scale_points_is_end)                                                                  \
    FUNCTION(scale_points_next)                                                                    \
    FUNCTION(scale_points_size)                                                                    \
    FUNCTION(state_free)                                                                           \
    FUNCTION(state_new_from_world)                                                                 \
    FUNCTION(state_restore)                                                                        \
    FUNCTION(world_free)                                                                           \
    FUNCTION(world_get)                                                                            \
    FUNCTION(world_get_all_plugins)                                                                \
    FUNCTION(world_load_all)                                                                       \
    FUNCTION(world_load_resource)                                                                  \
    FUNCTION(world_new)                                                                            \
    FUNCTION(world_set_option)

#define MEMBER(name) __typeof__(&lilv_##name) name;
struct lilv_functions {
    LILV_FUNCTIONS(MEMBER)
};
#undef MEMBER

/// May be called after `seqd_lv2_problem` has returned NULL.
extern struct lilv_functions lilv __attribute__((visibility("hidden")));

#endif
