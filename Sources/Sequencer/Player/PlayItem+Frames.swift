extension PlayItem {
    /// A loop has this many frames or more, nominal and item ones.
    public static let shortestLoop: Int64 = 64

    /// Whether a part of a sequence can be repeated.
    ///
    /// - Parameters:
    ///   - loop: Nominal frames.
    ///   - sequence: The sequence.
    ///   - rate: Frames per second, 1 … 16,777,216.
    ///   - to: The nominal frame at which playing ends, if it is not the sequence's end.
    /// - Returns: Whether it lies between 0 and that end and has ``shortestLoop`` frames or more.
    public static func canLoop(
        _ loop: Range<Int64>,
        of sequence: PreparedSequence,
        rate: Int,
        to: Int64? = nil
    ) -> Bool {
        let length = sequence.endFrame(rate: rate)
        guard loop.lowerBound >= 0, loop.upperBound <= min(to ?? length, length) else {
            return false
        }
        return loop.upperBound - loop.lowerBound >= shortestLoop
    }

    /// Whether nothing was played on the samplers before.
    public var startsAnew: Bool { unsafe view.startsAnew }

    /// The System Exclusive message of an event of this item, F0 and F7 left out.
    public func systemExclusive(of event: PlayedEvent) -> [UInt8] {
        schedule.systemExclusive(Int(event.bits))
    }

    /// The nominal frame of an item frame: the position for people, from which playing can resume.
    ///
    /// Exact at the item's start and end and at the beginning of its loop; otherwise
    /// `⌊(frame − 1) × speed⌋ + 1`, the earliest nominal frame of anything that has the item
    /// frame. At the normal speed it is the frame itself.
    public func nominalFrame(ofItemFrame frame: Int64) -> Int64 {
        unsafe view.nominalFrame(ofItemFrame: frame)
    }

    /// The item frame at which what has a nominal frame is played first:
    /// `⌊(frame − 1) / speed⌋ + 1`.
    public func itemFrame(ofNominalFrame frame: Int64) -> Int64 {
        speed.itemFrame(ofNominalFrame: frame)
    }
}
