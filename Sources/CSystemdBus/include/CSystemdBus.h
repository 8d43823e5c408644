// The session bus by sd-bus of libsystemd, which is loaded when it is first needed: without it there is
// no bus.
//
// The headers of systemd are not needed: the functions that are used are declared in `library.h`. No
// function waits for the bus. A connection and its messages are one thread's.
#ifndef CSYSTEMDBUS_H
#define CSYSTEMDBUS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;

/// Loads the library if that has not been done. Returns NULL, or why it cannot be loaded.
const char *seqd_bus_problem(void);

// MARK: Connections

/// Begins to connect to the session bus, after `seqd_bus_problem` has returned NULL.
///
/// Returns 0 or more, or a negative error number.
int seqd_bus_open(sd_bus **bus);

/// Closes a connection and frees it; its messages must have been freed.
void seqd_bus_close(sd_bus *bus);

/// The descriptor to poll, and the events to poll for; a negative error number without a connection.
int seqd_bus_descriptor(sd_bus *bus);
int seqd_bus_events(sd_bus *bus);

/// The milliseconds that a poll may take at most: -1 for no limit.
int seqd_bus_patience(sd_bus *bus);

/// Reads and writes what can be, without waiting.
///
/// - message: Set to a message that came, which the caller frees; NULL for none.
///
/// Returns 0 if there is nothing more to do, above 0 if there may be, or a negative error number.
int seqd_bus_process(sd_bus *bus, sd_bus_message **message);

/// The messages that wait until the bus takes them.
uint64_t seqd_bus_waiting(sd_bus *bus);

// MARK: Messages

typedef enum seqd_bus_kind {
    SEQD_BUS_CALL = 1,
    SEQD_BUS_REPLY = 2,
    SEQD_BUS_ERROR = 3,
    SEQD_BUS_SIGNAL = 4,
} seqd_bus_kind;

void seqd_bus_free(sd_bus_message *message);

seqd_bus_kind seqd_bus_message_kind(sd_bus_message *message);

/// The number of the call that a reply or an error is for; 0 for other messages.
uint64_t seqd_bus_reply_number(sd_bus_message *message);

/// Whether the sender of a call waits for a reply.
bool seqd_bus_expects_reply(sd_bus_message *message);

/// The header of a message, as long as that is there; NULL for what it does not have.
const char *seqd_bus_path(sd_bus_message *message);
const char *seqd_bus_interface(sd_bus_message *message);
const char *seqd_bus_member(sd_bus_message *message);
const char *seqd_bus_signature(sd_bus_message *message);

/// Makes a message; 0 or more, or a negative error number.
int seqd_bus_new_call(sd_bus *bus, sd_bus_message **message, const char *destination,
    const char *path, const char *interface, const char *member);
int seqd_bus_new_reply(sd_bus_message *call, sd_bus_message **message);
int seqd_bus_new_error(sd_bus_message *call, sd_bus_message **message, const char *name,
    const char *text);
int seqd_bus_new_signal(sd_bus *bus, sd_bus_message **message, const char *path,
    const char *interface, const char *member);

/// Queues a message; 0 or more, or a negative error number.
///
/// - number: Set to the number of a call, with which its reply comes; NULL for a message that gets none.
int seqd_bus_send(sd_bus *bus, sd_bus_message *message, uint64_t *number);

// MARK: Values

/// The type of the next value, as D-Bus writes it; 0 at the end of what is read.
///
/// - contents: Set to the signature of what is in a container, as long as the message is there.
char seqd_bus_next_type(sd_bus_message *message, const char **contents);

/// Reads a value of the type that is next: above 0 if it is there.
int seqd_bus_read_text(sd_bus_message *message, char type, const char **value);
int seqd_bus_read_boolean(sd_bus_message *message, int *value);
int seqd_bus_read_number(sd_bus_message *message, char type, int64_t *value);
int seqd_bus_read_real(sd_bus_message *message, double *value);
int seqd_bus_enter(sd_bus_message *message, char type, const char *contents);
int seqd_bus_exit(sd_bus_message *message);

/// Adds a value; 0 or more, or a negative error number.
int seqd_bus_add_text(sd_bus_message *message, char type, const char *value);
int seqd_bus_add_boolean(sd_bus_message *message, bool value);
int seqd_bus_add_number(sd_bus_message *message, char type, int64_t value);
int seqd_bus_add_real(sd_bus_message *message, double value);
int seqd_bus_begin(sd_bus_message *message, char type, const char *contents);
int seqd_bus_end(sd_bus_message *message);

#endif
