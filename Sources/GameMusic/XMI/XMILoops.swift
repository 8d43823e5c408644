/// The FOR loops that are open at a place of an XMI sequence.
///
/// Extended MIDI (XMIDI) Specification 1.02, "For Loop Controller" and "Next/Break Loop
/// Controller".
struct XMILoops {
    /// The place where reading continues after a NEXT.
    enum Continuation: Equatable {
        /// Reading continues behind it.
        case proceed
        /// Reading continues at an offset, behind the loop's FOR.
        case jump(Int)
        /// The loop never ends.
        case endless
    }

    private struct Loop {
        /// The offset behind its FOR.
        var start: Int
        /// How often the part is still to be played, this time included; `nil` for ever.
        var count: Int?
    }

    private var loops: [Loop] = []
    /// The number of loops that are open beyond the fourth; they are not carried out.
    private var excess = 0

    /// The most loops that may be open at a time.
    private static let depth = 4

    /// Whether a FOR with this value has no end.
    ///
    /// 0 is the specification's. 127 passes, the most there are, is what games write for it too.
    static func isEndless(_ value: UInt8) -> Bool { value == 0 || value == 127 }

    /// Opens a loop at a FOR; `false` if too many are open.
    mutating func open(_ value: UInt8, at start: Int) -> Bool {
        guard loops.count < Self.depth else {
            excess += 1
            return false
        }
        loops.append(Loop(start: start, count: Self.isEndless(value) ? nil : Int(value)))
        return true
    }

    /// Closes a loop at a NEXT or BREAK, or repeats it; without one, reading continues.
    ///
    /// - Parameter value: The controller's value: 64 … 127 is NEXT, 0 … 63 BREAK.
    /// - Returns: The place where reading continues.
    mutating func close(_ value: UInt8) -> Continuation {
        guard excess == 0 else {
            excess -= 1
            return .proceed
        }
        guard var loop = loops.popLast(), value >= 64 else { return .proceed }
        guard let count = loop.count else { return .endless }
        guard count > 1 else { return .proceed }
        loop.count = count - 1
        loops.append(loop)
        return .jump(loop.start)
    }

    /// Closes the loop that was just repeated.
    mutating func abandon() { _ = loops.popLast() }
}
