import CLinux
import Glibc
import Synchronization

/// Lines that are kept at the end of what stands on the terminal behind stderr.
///
/// They are drawn in place: the cursor waits, hidden, at the start of the first, so that all of
/// them, even those that a narrower window has wrapped, are erased from there to the end. A frame
/// is one write(2), and none is sent when nothing has changed. Nothing here waits for the terminal:
/// what it does not take at once is sent first the next time, and frames are left out meanwhile.
/// When the terminal has gone, all is quiet. Any thread.
final class TerminalView: Sendable {
    fileprivate struct State: ~Copyable {
        var output: TerminalOutput
        var lines: [String] = []
        var size: TerminalSize?
        var isShown: Bool { !lines.isEmpty }
    }

    private let state: Mutex<State>
    private let isColoured: Bool
    private let isPossible: Bool

    /// Makes a view on a terminal; it never shows anything on what is none.
    init(_ ability: TerminalAbility, on descriptor: Int32 = STDERR_FILENO) {
        isPossible = ability.isMovable && isatty(descriptor) == 1
        isColoured = ability.isColoured
        state = Mutex(State(output: TerminalOutput(descriptor)))
    }

    deinit {
        clear()
    }

    /// Whether the view can be there: stderr is a terminal that can do it and has not gone.
    var isUsable: Bool { isPossible && state.withLock { !$0.output.hasFailed } }

    /// The terminal's size now.
    var size: TerminalSize { state.withLock { TerminalSize(of: $0.output.descriptor) } }

    /// Shows lines in the place of those before; as many as the terminal has rows.
    ///
    /// A process in the background shows nothing: the terminal is somebody else's.
    func show(_ lines: [ViewLine]) {
        guard isPossible else { return }
        state.withLock { state in
            guard state.output.mayDraw else {
                // Whoever has the terminal now has written over it, or will.
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
            state.output.add(hasMoved ? Self.eraseBelow : "")
            state.lines = texts
            state.size = size
            state.draw()
        }
    }

    /// Draws all anew the next time, whatever was there.
    func invalidate() {
        state.withLock { $0.size = nil }
    }

    /// Prints text as lines of its own above the view.
    ///
    /// - Returns: Whether it is printed; `false` when no view is shown: then the text can be written
    ///   as usual.
    func print(above text: String) -> Bool {
        state.withLock { state in
            guard state.isShown, state.output.mayDraw, !state.output.hasFailed else {
                return false
            }
            var end = text[...]
            while end.last?.isNewline ?? false { end.removeLast() }
            let lines = end.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            state.output.add("\r" + Self.eraseBelow)
            for line in lines { state.output.add(line + "\r\n") }
            state.draw()
            return true
        }
    }

    /// Removes the view; ``show(_:)`` brings it back.
    func clear() {
        state.withLock { $0.erase() }
    }

    /// Leaves the view as it stands; what follows begins on a line below it.
    func end() {
        state.withLock { state in
            guard state.isShown else { return }
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
    /// DECAWM: a character that is wider than we think is cut off at the edge instead of wrapped.
    fileprivate static let wrap = "\u{1B}[?7h"
    fileprivate static let cutOff = "\u{1B}[?7l"
}

extension TerminalView.State {
    /// Sends the lines; the cursor stands at the start of the first, before and after.
    fileprivate mutating func draw() {
        var frame = TerminalView.hideCursor + TerminalView.cutOff + "\r"
        frame += lines.joined(separator: TerminalView.eraseRight + "\r\n")
        frame += TerminalView.eraseBelow + TerminalView.wrap
        if lines.count > 1 { frame += "\u{1B}[\(lines.count - 1)A" }
        frame += "\r"
        output.add(frame)
        seqd_terminal_note_display(output.descriptor)
        _ = output.flush()
    }

    /// Removes the lines, and waits a moment for a terminal that is slow.
    fileprivate mutating func erase() {
        guard isShown else { return }
        if output.mayDraw {
            output.add("\r" + TerminalView.eraseBelow + TerminalView.showCursor)
            output.drain()
        }
        forget()
    }

    /// Counts nothing as shown any more.
    fileprivate mutating func forget() {
        lines = []
        size = nil
        seqd_terminal_note_display(-1)
    }
}
