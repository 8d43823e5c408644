#define _GNU_SOURCE
#include "CTerminal.h"

#include <CLinux.h>

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

// The data that a signal handler reads: the descriptors are -1 where there is nothing to restore,
// and the modes are complete before the descriptor is set.
static volatile sig_atomic_t mode_descriptor = -1;
static volatile sig_atomic_t display_descriptor = -1;
static volatile sig_atomic_t display_is_alternate = 0;
static struct termios before, ours;
static bool has_ours = false;

bool seqd_terminal_is_foreground(int descriptor) {
    return tcgetpgrp(descriptor) == getpgrp();
}

bool seqd_terminal_may_draw(int descriptor) {
    pid_t foreground = tcgetpgrp(descriptor);
    return foreground == getpgrp() || (foreground < 0 && errno == ENOTTY);
}

static const tcflag_t local_flags = ICANON | ECHO | ECHONL | IEXTEN | ISIG;
static const tcflag_t input_flags = IXON | ISTRIP;

// Whether a mode reads keys as ours does; other flags may have been changed by others.
static bool is_ours(const struct termios *mode) {
    return has_ours && (mode->c_lflag & local_flags) == (ours.c_lflag & local_flags)
        && (mode->c_iflag & input_flags) == (ours.c_iflag & input_flags)
        && mode->c_cc[VMIN] == ours.c_cc[VMIN] && mode->c_cc[VTIME] == ours.c_cc[VTIME];
}

// Sets a mode at once: waiting for the output to drain could last for ever. A process that is put
// into the background at this very moment is not stopped by it.
static int set_mode(int descriptor, const struct termios *mode) {
    sigset_t background, mask;
    sigemptyset(&background);
    sigaddset(&background, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &background, &mask);
    int status;
    do {
        status = tcsetattr(descriptor, TCSANOW, mode);
    } while (status != 0 && errno == EINTR);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    return status;
}

void seqd_terminal_leave(void) {
    int descriptor = mode_descriptor;
    if (descriptor < 0) return;
    mode_descriptor = -1;
    int error = errno;
    if (seqd_terminal_is_foreground(descriptor)) set_mode(descriptor, &before);
    errno = error;
}

void seqd_terminal_forget(void) {
    mode_descriptor = -1;
}

// The signals that end a program at once, except those that it handles itself. SIGQUIT is Ctrl-\ on
// the terminal, SIGXCPU the limit of ulimit -t.
static const int fatal[] = {SIGSEGV, SIGBUS,  SIGILL,  SIGTRAP, SIGFPE,  SIGABRT,   SIGQUIT,
                            SIGXCPU, SIGUSR1, SIGUSR2, SIGALRM, SIGSYS, SIGVTALRM, SIGIO};
enum { fatal_count = sizeof fatal / sizeof fatal[0] };
static struct sigaction previous[fatal_count];

static void show_cursor(void) {
    // Wrapping on, colours off, the cursor visible; and what stands below it is our display.
    static const char reset[] = "\x1b[?7h\x1b[0m\x1b[?25h\x1b[J";
    static const char usual_screen[] = "\x1b[?1049l";
    int descriptor = display_descriptor;
    if (descriptor < 0) return;
    display_descriptor = -1;
    if (!seqd_terminal_may_draw(descriptor)) return;
    (void)!write(descriptor, reset, sizeof reset - 1);
    if (display_is_alternate) (void)!write(descriptor, usual_screen, sizeof usual_screen - 1);
}

// Calls async-signal-safe functions only.
static void restore_and_end(int number, siginfo_t *info, void *context) {
    (void)context;
    // A page of a mapped file that is gone ends nothing.
    if (number == SIGBUS && info->si_code > 0 && seqd_mapping_repair(info->si_addr)) return;
    int error = errno;
    show_cursor();
    seqd_terminal_leave();
    for (int index = 0; index < fatal_count; index++)
        if (fatal[index] == number) sigaction(number, &previous[index], NULL);
    // A fault occurs again when its instruction is repeated, and the handler before this one, such
    // as the Swift runtime's backtrace, sees it unchanged. A trap may not, and a signal that was
    // sent does not.
    bool comes_again = info->si_code > 0
        && (number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGFPE);
    // Delivered on return: the signal is blocked in its own handler.
    if (!comes_again) raise(number);
    errno = error;
}

static void restore_at_exit(void) {
    show_cursor();
    seqd_terminal_leave();
}

// For a stack that has overflowed.
static void provide_signal_stack(void) {
    static char memory[64 * 1024] __attribute__((aligned(16)));
    stack_t now;
    if (sigaltstack(NULL, &now) != 0 || !(now.ss_flags & SS_DISABLE)) return;
    stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
    sigaltstack(&stack, NULL);
}

static void guard(void) {
    static bool is_guarded = false;
    if (is_guarded) return;
    is_guarded = true;
    provide_signal_stack();
    atexit(restore_at_exit);
    for (int index = 0; index < fatal_count; index++) {
        if (sigaction(fatal[index], NULL, &previous[index]) != 0) continue;
        // A signal that the parent process set to be ignored stays ignored.
        if (!(previous[index].sa_flags & SA_SIGINFO) && previous[index].sa_handler == SIG_IGN)
            continue;
        struct sigaction action = {.sa_sigaction = restore_and_end,
                                   .sa_flags = SA_SIGINFO | SA_ONSTACK};
        sigemptyset(&action.sa_mask);
        sigaction(fatal[index], &action, NULL);
    }
}

int seqd_terminal_enter(int descriptor) {
    if (!seqd_terminal_is_foreground(descriptor)) return -1;
    struct termios now;
    if (tcgetattr(descriptor, &now) != 0) return -1;
    bool is_set = is_ours(&now);
    if (is_set && mode_descriptor == descriptor) return 0;
    guard();
    mode_descriptor = -1;
    // A shell gives a job that it continues the mode in which the job was stopped: that is no mode
    // to go back to.
    if (!is_set) {
        before = now;
        ours = now;
        ours.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ECHONL | IEXTEN);
        ours.c_lflag |= ISIG;
        ours.c_iflag &= ~(tcflag_t)(IXON | ISTRIP);
        // A read(2) takes what is there and never waits.
        ours.c_cc[VMIN] = 0;
        ours.c_cc[VTIME] = 0;
        has_ours = true;
    }
    mode_descriptor = descriptor;
    if (is_set || set_mode(descriptor, &ours) == 0) return 1;
    mode_descriptor = -1;
    return -1;
}

void seqd_terminal_note_display(int descriptor, bool is_alternate) {
    if (descriptor >= 0) guard();
    display_is_alternate = is_alternate;
    display_descriptor = descriptor;
}
