// The functions of sd-bus that are used, in libsystemd once that is loaded.
//
// Declared as in sd-bus(3): they have been the same since version 240, of 2018.
#ifndef SEQD_SYSTEMD_BUS_LIBRARY_H
#define SEQD_SYSTEMD_BUS_LIBRARY_H

#include "CSystemdBus.h"

// Result, name without `sd_bus_`, parameters.
#define BUS_FUNCTIONS(FUNCTION)                                                                    \
    FUNCTION(int, open_user, (sd_bus **))                                                          \
    FUNCTION(void, close, (sd_bus *))                                                              \
    FUNCTION(sd_bus *, unref, (sd_bus *))                                                          \
    FUNCTION(int, get_fd, (sd_bus *))                                                              \
    FUNCTION(int, get_events, (sd_bus *))                                                          \
    FUNCTION(int, get_timeout, (sd_bus *, uint64_t *))                                             \
    FUNCTION(int, process, (sd_bus *, sd_bus_message **))                                          \
    FUNCTION(int, get_n_queued_write, (sd_bus *, uint64_t *))                                      \
    FUNCTION(int, send, (sd_bus *, sd_bus_message *, uint64_t *))                                  \
    FUNCTION(int, message_new_method_call, (sd_bus *, sd_bus_message **, const char *,             \
        const char *, const char *, const char *))                                                 \
    FUNCTION(int, message_new_method_return, (sd_bus_message *, sd_bus_message **))                \
    FUNCTION(int, message_new_method_errorf, (sd_bus_message *, sd_bus_message **, const char *,   \
        const char *, ...))                                                                        \
    FUNCTION(int, message_new_signal, (sd_bus *, sd_bus_message **, const char *, const char *,    \
        const char *))                                                                             \
    FUNCTION(sd_bus_message *, message_unref, (sd_bus_message *))                                  \
    FUNCTION(int, message_get_type, (sd_bus_message *, uint8_t *))                                 \
    FUNCTION(int, message_get_reply_cookie, (sd_bus_message *, uint64_t *))                        \
    FUNCTION(int, message_get_expect_reply, (sd_bus_message *))                                    \
    FUNCTION(const char *, message_get_path, (sd_bus_message *))                                   \
    FUNCTION(const char *, message_get_interface, (sd_bus_message *))                              \
    FUNCTION(const char *, message_get_member, (sd_bus_message *))                                 \
    FUNCTION(const char *, message_get_signature, (sd_bus_message *, int))                         \
    FUNCTION(int, message_peek_type, (sd_bus_message *, char *, const char **))                    \
    FUNCTION(int, message_read_basic, (sd_bus_message *, char, void *))                            \
    FUNCTION(int, message_enter_container, (sd_bus_message *, char, const char *))                 \
    FUNCTION(int, message_exit_container, (sd_bus_message *))                                      \
    FUNCTION(int, message_append_basic, (sd_bus_message *, char, const void *))                    \
    FUNCTION(int, message_open_container, (sd_bus_message *, char, const char *))                  \
    FUNCTION(int, message_close_container, (sd_bus_message *))

#define MEMBER(result, name, parameters) result(*name) parameters;
struct bus_functions {
    BUS_FUNCTIONS(MEMBER)
};
#undef MEMBER

/// May be called after `seqd_bus_problem` has returned NULL.
extern struct bus_functions bus_library __attribute__((visibility("hidden")));

#endif
