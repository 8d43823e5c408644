/* Asks a daemon's socket, and measures how long answers take. A line `OK` ends an answer, in seqd's
 * protocol and in MPD's.
 *
 *     requests SOCKET CONNECTIONS RATE SECONDS REQUEST [SUBSCRIBERS SUBSCRIPTION]
 *
 * RATE requests a second in all, spread evenly over the connections and over time. A request counts
 * from the time at which it was to be sent, whether or not the answers before it have come: a daemon
 * that stalls pays for all that waited meanwhile. With RATE 0 each connection asks again as
 * soon as it is answered. SUBSCRIBERS further connections send SUBSCRIPTION once and count the lines
 * `EVENT …` that they are sent meanwhile. Prints one line of `name=value` words. Linux only.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* Requests that one connection may have under way. */
enum { WAITING = 1024, EVENTS = 256 };

struct connection {
    int descriptor;
    /* Whether it only counts events. */
    int subscribes;
    /* Times at which the requests under way were due, ns: a ring. */
    int64_t due[WAITING];
    unsigned first, count;
    /* The answer's last bytes so far, to find a line `OK`. */
    char tail[4];
};

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static void fail(const char *what) {
    fprintf(stderr, "requests: %s: %s\n", what, strerror(errno));
    exit(1);
}

static char request[4096];
static size_t request_length;
static int64_t *latencies;
static size_t answered, capacity, failures, events_received;

static void answer(struct connection *connection, int64_t time) {
    if (connection->count == 0) {
        fprintf(stderr, "requests: an answer that nobody asked for\n");
        exit(1);
    }
    int64_t due = connection->due[connection->first];
    connection->first = (connection->first + 1) % WAITING;
    connection->count--;
    if (answered < capacity) latencies[answered++] = time - due;
}

static void ask(struct connection *connection, int64_t due) {
    if (connection->count == WAITING) {
        failures++;
        return;
    }
    /* A request fits into an empty socket buffer; where it does not, the daemon has not read for
     * long, and that is a failure. */
    ssize_t sent = send(connection->descriptor, request, request_length, MSG_NOSIGNAL);
    if (sent != (ssize_t)request_length) {
        if (sent >= 0 || errno != EAGAIN) fail("send");
        failures++;
        return;
    }
    connection->due[(connection->first + connection->count) % WAITING] = due;
    connection->count++;
}

/* Returns the number of answers that ended. */
static int receive(struct connection *connection) {
    static char bytes[65536];
    ssize_t count = recv(connection->descriptor, bytes, sizeof bytes, 0);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
    if (count <= 0) fail("the daemon hung up");
    int64_t time = now();
    int ends = 0;
    /* An answer ends with the line `OK`; the tail has what came before these bytes. */
    for (ssize_t index = 0; index < count; index++) {
        char *end = memchr(bytes + index, '\n', (size_t)(count - index));
        if (end == NULL) break;
        index = end - bytes;
        char line[4];
        for (int back = 0; back < 4; back++) {
            ssize_t place = index - 3 + back;
            line[back] = place >= 0 ? bytes[place] : connection->tail[4 + place];
        }
        if (memcmp(line, "\nOK\n", 4) == 0) {
            answer(connection, time);
            ends++;
        }
    }
    for (ssize_t index = count > 4 ? count - 4 : 0; index < count; index++) {
        memmove(connection->tail, connection->tail + 1, 3);
        connection->tail[3] = bytes[index];
    }
    return ends;
}

/* Counts the events that arrived; a line may be cut, so their first letters are looked for. */
static void receive_events(struct connection *connection) {
    static char bytes[65536];
    ssize_t count = recv(connection->descriptor, bytes, sizeof bytes, 0);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) fail("the daemon hung up");
    for (ssize_t index = 0; index < count; index++) {
        if (connection->tail[3] == '\n' && bytes[index] == 'E') events_received++;
        connection->tail[3] = bytes[index];
    }
}

static int compare(const void *one, const void *other) {
    int64_t first = *(const int64_t *)one, second = *(const int64_t *)other;
    return (first > second) - (first < second);
}

static double milliseconds(double part) {
    size_t index = (size_t)(part * (double)(answered - 1));
    return (double)latencies[index] / 1e6;
}

int main(int argc, char **argv) {
    if (argc != 6 && argc != 8) {
        fprintf(stderr, "usage: requests SOCKET CONNECTIONS RATE SECONDS REQUEST "
                        "[SUBSCRIBERS SUBSCRIPTION]\n");
        return 64;
    }
    int connections = atoi(argv[2]), subscribers = argc == 8 ? atoi(argv[6]) : 0;
    double rate = atof(argv[3]), seconds = atof(argv[4]);
    request_length = (size_t)snprintf(request, sizeof request, "%s\n", argv[5]);
    capacity = rate > 0 ? (size_t)(rate * seconds) + 1 : 10000000;
    latencies = malloc(capacity * sizeof *latencies);
    struct connection *all = calloc((size_t)(connections + subscribers), sizeof *all);
    if (connections < 1 || subscribers < 0 || all == NULL || latencies == NULL) fail("no connections");
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);

    int queue = epoll_create1(0);
    for (int index = 0; index < connections + subscribers; index++) {
        struct connection *connection = &all[index];
        struct sockaddr_un address = {.sun_family = AF_UNIX};
        snprintf(address.sun_path, sizeof address.sun_path, "%s", argv[1]);
        connection->descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
        if (connect(connection->descriptor, (struct sockaddr *)&address, sizeof address) != 0)
            fail(argv[1]);
        connection->subscribes = index >= connections;
        if (connection->subscribes &&
            dprintf(connection->descriptor, "%s\n", argv[7]) != (int)strlen(argv[7]) + 1)
            fail("send");
        fcntl(connection->descriptor, F_SETFL, O_NONBLOCK);
        /* As if a line had ended. */
        connection->tail[3] = '\n';
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
        epoll_ctl(queue, EPOLL_CTL_ADD, connection->descriptor, &event);
    }
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
    epoll_ctl(queue, EPOLL_CTL_ADD, timer, &event);

    int64_t start = now() + 10000000, end = start + (int64_t)(seconds * 1e9);
    /* Answers that are late are waited for, or a daemon that stops would have no slow ones. */
    int64_t patience = end + INT64_C(5000000000);
    uint64_t asked = 0, wanted = (uint64_t)(rate * seconds);
    if (rate <= 0)
        for (int index = 0; index < connections; index++) ask(&all[index], now());
    for (;;) {
        int64_t time = now();
        int64_t due = patience;
        while (rate > 0 && asked < wanted) {
            due = start + (int64_t)((double)asked * 1e9 / rate);
            if (due > time) break;
            ask(&all[asked % (uint64_t)connections], due);
            asked++;
            due = patience;
        }
        size_t under_way = 0;
        if (rate > 0 ? asked == wanted : time >= end) {
            for (int index = 0; index < connections; index++) under_way += all[index].count;
            if (under_way == 0 || time >= patience || rate <= 0) {
                if (rate > 0) failures += under_way;
                break;
            }
        }
        if (rate <= 0) due = end;
        struct itimerspec alarm = {
            .it_value = {.tv_sec = due / 1000000000, .tv_nsec = due % 1000000000}};
        timerfd_settime(timer, TFD_TIMER_ABSTIME, &alarm, NULL);
        struct epoll_event events[EVENTS];
        int count = epoll_wait(queue, events, EVENTS, -1);
        for (int index = 0; index < count; index++) {
            struct connection *connection = events[index].data.ptr;
            if (connection == NULL) {
                uint64_t ticks;
                if (read(timer, &ticks, sizeof ticks) < 0 && errno != EAGAIN) fail("timer");
                continue;
            }
            if (connection->subscribes) {
                receive_events(connection);
                continue;
            }
            int ends = receive(connection);
            if (rate <= 0)
                while (ends-- > 0) ask(connection, now());
        }
    }
    double took = (double)(now() - start) / 1e9;
    if (answered == 0) {
        errno = ETIMEDOUT;
        fail("no answer");
    }
    qsort(latencies, answered, sizeof *latencies, compare);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    double cpu = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                 (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    printf("answers=%zu failures=%zu seconds=%.3f p50=%.3f p99=%.3f p999=%.3f max=%.3f cpu=%.3f "
           "events=%zu\n",
           answered, failures, took, milliseconds(0.5), milliseconds(0.99), milliseconds(0.999),
           milliseconds(1), cpu, events_received);
    return 0;
}
