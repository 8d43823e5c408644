import SMF

/// Reads MTC quarter frames: eight of them, two frames long, tell one time.
///
/// The piece with the number *n* of a time is sent *n* quarter frames after it, in both directions.
/// After a gap or a change of direction it takes eight pieces until the time is known again.
struct TimeCodeReader {
    /// The position that a quarter frame stands for.
    enum Reading: Equatable {
        /// Not known yet.
        case unknown
        /// Running forward at this quarter frame, counted from 00:00:00:00.
        case forward(Int64, SMPTERate)
        /// Running backward.
        case backward(Int64, SMPTERate)
    }

    private enum Direction { case forward, backward }

    private var pieces = [UInt8](repeating: 0, count: 8)
    /// The number of pieces that came in order, at most 8.
    private var inOrder = 0
    private var last: UInt8?
    private var lastStamp: Int64 = 0
    private var direction = Direction.forward
    /// The quarter frame of the last piece; `nil` while it is not known.
    private var position: Int64?
    private(set) var rate = SMPTERate.fps25

    /// After this time without a piece the pieces before it are not counted: it is longer than eight
    /// quarter frames of 24 per second.
    private static let longestGap: Int64 = 90_000_000

    /// Takes the data byte of a quarter frame.
    mutating func take(_ data: UInt8, at stamp: Int64) -> Reading {
        let number = data >> 4 & 7
        advance(to: number, at: stamp)
        pieces[Int(number)] = data & 0x0F
        last = number
        lastStamp = stamp
        // The time belongs to piece 0, which comes first or last.
        if inOrder >= 8, number == (direction == .forward ? 7 : 0) { readTime(number) }
        guard let position else { return .unknown }
        return direction == .forward ? .forward(position, rate) : .backward(position, rate)
    }

    /// Forgets the pieces before a jump.
    mutating func reset() {
        (inOrder, last, position) = (0, nil, nil)
    }

    /// Moves on by the distance of two pieces; one or two may be missing between them.
    private mutating func advance(to number: UInt8, at stamp: Int64) {
        guard let last, stamp - lastStamp < Self.longestGap else {
            reset()
            inOrder = 1
            return
        }
        let step = (number &- last) & 7
        switch (step, direction) {
        case (1, .forward), (7, .backward):
            inOrder = min(inOrder + 1, 8)
            position = position.map { $0 + (step == 1 ? 1 : -1) }
        case (2...3, .forward) where position != nil:
            inOrder = 1
            position = position.map { $0 + Int64(step) }
        default:
            direction = step > 4 ? .backward : .forward
            position = nil
            inOrder = step == 1 || step == 7 ? 2 : 1
        }
    }

    private mutating func readTime(_ number: UInt8) {
        func byte(_ low: Int) -> UInt8 { pieces[low] | pieces[low + 1] << 4 }
        guard
            let code = TimeCode(
                hours: byte(6),
                minutes: byte(4),
                seconds: byte(2),
                frames: byte(0)
            )
        else {
            reset()
            return
        }
        rate = code.rate
        position = 4 * code.frame + Int64(number)
    }
}
