import CTerminal
import Glibc
import Synchronization

/// Lines that stay in place below the other output on a terminal.
///
/// The cursor stays, hidden, at the start of the first line, so that all lines, even those that a
/// narrower window has wrapped, are erased from there to the end. A frame is one write(2), and only
/// changes are sent. Nothing here waits for the terminal: bytes that it does not take at once are
/// sent first the next time, and frames are skipped meanwhile. Nothing happens once the terminal is
/// gone. Any thread.
///
/// A full-screen view uses the terminal's alternate screen, and the usual one comes back with
/// ``clear()``.
package final class TerminalView: Sendable {
    fileprivate struct State: ~Copyable {
        var output: TerminalOutput
        let isFullScreen: Bool
        var lines: [String] = []
        var size: TerminalSize?
        /// Whether the alternate screen is shown.
        var isEntered = false
        var isShown: Bool { !lines.isEmpty }
    }

    private let state: Mutex<State>
    private let isColoured: Bool
    private let isPossible: Bool

    /// Makes a view on a terminal; on anything else it shows nothing.
    package init(
        _ ability: TerminalAbility,
        on descriptor: Int32 = STDERR_FILENO,
        isFullScreen: Bool = false
    ) {
        isPossible = ability.isMovable && isatty(descriptor) == 1
        isColoured = ability.isColoured
        state = Mutex(State(output: TerminalOutput(descriptor), isFullScreen: isFullScreen))
    }

    deinit {
        clear()
    }

    /// Whether the view can be shown: on a terminal that can move its cursor and is not gone.
    package var isUsable: Bool { isPossible && state.withLock { !$0.output.hasFailed } }

    /// The present size of the terminal.
    package var size: TerminalSize { state.withLock { TerminalSize(of: $0.output.descriptor) } }

    /// Replaces the lines, as many as the terminal has rows.
    ///
    /// A process in the background shows nothing: the terminal belongs to another process.
    package func show(_ lines: [ViewLine]) {
        guard isPossible else { return }
        state.withLock { state in
            guard state.output.mayDraw else {
                // The process in the foreground has written over the lines, or will.
                state.forget()
                return
            }
            guard state.output.flush() else { return }
            let size = TerminalSize(of: state.output.descriptor)
            let texts = lines.prefix(size.rows).map { $0.encoded(isColoured: isColoured) }
            guard texts != state.lines || size != state.size else { return }
            guard !texts.isEmpty else {
                state.erase()
                return
            }
            let hasMoved = state.isShown && size != state.size
            state.output.add(hasMoved ? state.home + Self.eraseBelow : "")
            state.lines = texts
            state.size = size
            state.draw()
        }
    }

    /// Makes the next ``show(_:)`` draw all lines again.
    package func invalidate() {
        state.withLock { $0.size = nil }
    }

    /// Prints text on lines of its own above the view.
    ///
    /// - Returns: Whether it is printed; `false` if no view is shown, and the text can be written
    ///   as usual, or if the view is full-screen.
    package func print(above text: String) -> Bool {
        state.withLock { state in
            guard state.isShown, !state.isFullScreen, state.output.mayDraw,
                !state.output.hasFailed
            else { return false }
            var end = text[...]
            while end.last?.isNewline ?? false { end.removeLast() }
            let lines = end.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            state.output.add("\r" + Self.eraseBelow)
            for line in lines { state.output.add(line + "\r\n") }
            state.draw()
            return true
        }
    }

    /// Removes the lines; ``show(_:)`` shows lines again.
    package func clear() {
        state.withLock { $0.erase() }
    }

    /// Leaves the lines as they are; later output begins on a line below them.
    ///
    /// A full-screen view is removed.
    package func end() {
        state.withLock { state in
            guard state.isShown else { return }
            guard !state.isFullScreen else { return state.erase() }
            if state.output.mayDraw {
                let down = state.lines.count > 1 ? "\u{1B}[\(state.lines.count - 1)B" : ""
                state.output.add(down + "\r\n" + Self.showCursor)
                state.output.drain()
            }
            state.forget()
        }
    }

    /// ECMA-48's ED: erases from the cursor to the end of the screen.
    fileprivate static let eraseBelow = "\u{1B}[J"
    /// ECMA-48's EL: erases from the cursor to the end of the line.
    fileprivate static let eraseRight = "\u{1B}[K"
    /// DECTCEM.
    fileprivate static let showCursor = "\u{1B}[?25h"
    fileprivate static let hideCursor = "\u{1B}[?25l"
    /// DECAWM: a character wider than assumed is cut off at the edge instead of wrapped.
    fileprivate static let wrap = "\u{1B}[?7h"
    fileprivate static let cutOff = "\u{1B}[?7l"
    /// ECMA-48's CUP: the cursor to the top left corner.
    fileprivate static let topLeft = "\u{1B}[H"
    /// xterm's alternate screen, empty, and the usual one.
    fileprivate static let alternateScreen = "\u{1B}[?1049h"
    fileprivate static let usualScreen = "\u{1B}[?1049l"
}

extension TerminalView.State {
    /// The codes that move the cursor to the start of the first line.
    fileprivate var home: String { isFullScreen ? TerminalView.topLeft : "\r" }

    /// Sends the lines; the cursor is at the start of the first, before and after.
    fileprivate mutating func draw() {
        var frame = ""
        if isFullScreen, !isEntered {
            frame += TerminalView.alternateScreen
            isEntered = true
        }
        frame += TerminalView.hideCursor + TerminalView.cutOff + home
        frame += lines.joined(separator: TerminalView.eraseRight + "\r\n")
        frame += TerminalView.eraseBelow + TerminalView.wrap
        if lines.count > 1, !isFullScreen { frame += "\u{1B}[\(lines.count - 1)A" }
        frame += home
        output.add(frame)
        seqd_terminal_note_display(output.descriptor, isFullScreen)
        _ = output.flush()
    }

    /// Removes the lines, waiting a moment for a slow terminal.
    fileprivate mutating func erase() {
        guard isShown else { return }
        if output.mayDraw {
            output.add(home + TerminalView.eraseBelow + TerminalView.showCursor)
            if isFullScreen { output.add(TerminalView.usualScreen) }
            output.drain()
        }
        forget()
    }

    /// Regards no lines as shown.
    fileprivate mutating func forget() {
        lines = []
        size = nil
        isEntered = false
        seqd_terminal_note_display(-1, false)
    }
}
