// The mode of the terminal that keys are read from, and its restoring whatever happens.
#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stdbool.h>

/// Whether the terminal is the process's controlling one and the process is in its foreground.
bool seqd_terminal_is_foreground(int descriptor);

/// Whether writing a live display to the terminal disturbs nobody: the process is in the
/// foreground, or it is not the controlling terminal and knows no foreground.
bool seqd_terminal_may_draw(int descriptor);

/// Puts the controlling terminal into the mode for keys: no echo, bytes as they come, no flow
/// control; Ctrl-C, Ctrl-Z and Ctrl-\ still make signals. The mode before is remembered. May be
/// called repeatedly: it repairs what a shell has changed meanwhile. Does nothing while the process
/// is in the background. From the first call on a crash and exit(3) restore the mode.
///
/// Main thread. Returns 1 if it has changed the mode, 0 if there was nothing to change, -1 if the
/// process is in the background or the terminal refuses.
int seqd_terminal_enter(int descriptor);

/// Restores the mode that was before `seqd_terminal_enter`, unless the process is in the
/// background: then the terminal is somebody else's. Safe to call at any time and in a signal
/// handler.
void seqd_terminal_leave(void);

/// Forgets that the terminal is in the mode for keys: a shell has taken it back.
void seqd_terminal_forget(void);

/// Says on which terminal a display stands whose cursor is hidden (-1: on none), and whether it is
/// on the alternate screen, so that a crash shows the cursor and the usual screen again. Does not
/// write anything itself.
void seqd_terminal_note_display(int descriptor, bool is_alternate);

#endif
