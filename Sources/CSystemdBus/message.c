#include "library.h"

#include <stddef.h>

void seqd_bus_free(sd_bus_message *message) { bus_library.message_unref(message); }

seqd_bus_kind seqd_bus_message_kind(sd_bus_message *message) {
    uint8_t type = 0;
    bus_library.message_get_type(message, &type);
    return type;
}

uint64_t seqd_bus_reply_number(sd_bus_message *message) {
    uint64_t number = 0;
    return bus_library.message_get_reply_cookie(message, &number) < 0 ? 0 : number;
}

bool seqd_bus_expects_reply(sd_bus_message *message) {
    return bus_library.message_get_expect_reply(message) > 0;
}

const char *seqd_bus_path(sd_bus_message *message) {
    return bus_library.message_get_path(message);
}

const char *seqd_bus_interface(sd_bus_message *message) {
    return bus_library.message_get_interface(message);
}

const char *seqd_bus_member(sd_bus_message *message) {
    return bus_library.message_get_member(message);
}

const char *seqd_bus_signature(sd_bus_message *message) {
    return bus_library.message_get_signature(message, 1);
}

int seqd_bus_new_call(sd_bus *bus, sd_bus_message **message, const char *destination,
    const char *path, const char *interface, const char *member) {
    return bus_library.message_new_method_call(bus, message, destination, path, interface, member);
}

int seqd_bus_new_reply(sd_bus_message *call, sd_bus_message **message) {
    return bus_library.message_new_method_return(call, message);
}

int seqd_bus_new_error(sd_bus_message *call, sd_bus_message **message, const char *name,
    const char *text) {
    return bus_library.message_new_method_errorf(call, message, name, "%s", text);
}

int seqd_bus_new_signal(sd_bus *bus, sd_bus_message **message, const char *path,
    const char *interface, const char *member) {
    return bus_library.message_new_signal(bus, message, path, interface, member);
}

// Values.

char seqd_bus_next_type(sd_bus_message *message, const char **contents) {
    char type = 0;
    *contents = NULL;
    return bus_library.message_peek_type(message, &type, contents) > 0 ? type : 0;
}

int seqd_bus_read_text(sd_bus_message *message, char type, const char **value) {
    return bus_library.message_read_basic(message, type, value);
}

int seqd_bus_read_boolean(sd_bus_message *message, int *value) {
    return bus_library.message_read_basic(message, 'b', value);
}

int seqd_bus_read_number(sd_bus_message *message, char type, int64_t *value) {
    union {
        uint8_t y;
        int16_t n;
        uint16_t q;
        int32_t i;
        uint32_t u;
        int64_t x;
    } read = {.x = 0};
    int result = bus_library.message_read_basic(message, type, &read);
    switch (type) {
    case 'y': *value = read.y; break;
    case 'n': *value = read.n; break;
    case 'q': *value = read.q; break;
    case 'i': *value = read.i; break;
    case 'u': *value = read.u; break;
    // A `t` that is too large for the type becomes negative, which no number of these may be.
    default: *value = read.x;
    }
    return result;
}

int seqd_bus_read_real(sd_bus_message *message, double *value) {
    return bus_library.message_read_basic(message, 'd', value);
}

int seqd_bus_enter(sd_bus_message *message, char type, const char *contents) {
    return bus_library.message_enter_container(message, type, contents);
}

int seqd_bus_exit(sd_bus_message *message) { return bus_library.message_exit_container(message); }

int seqd_bus_add_text(sd_bus_message *message, char type, const char *value) {
    return bus_library.message_append_basic(message, type, value);
}

int seqd_bus_add_boolean(sd_bus_message *message, bool value) {
    int boolean = value;
    return bus_library.message_append_basic(message, 'b', &boolean);
}

int seqd_bus_add_number(sd_bus_message *message, char type, int64_t value) {
    uint32_t narrow = (uint32_t)value;
    const void *number = type == 'u' || type == 'i' ? (const void *)&narrow : (const void *)&value;
    return bus_library.message_append_basic(message, type, number);
}

int seqd_bus_add_real(sd_bus_message *message, double value) {
    return bus_library.message_append_basic(message, 'd', &value);
}

int seqd_bus_begin(sd_bus_message *message, char type, const char *contents) {
    return bus_library.message_open_container(message, type, contents);
}

int seqd_bus_end(sd_bus_message *message) { return bus_library.message_close_container(message); }
