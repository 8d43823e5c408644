/// The reason why a sample cannot be played as its header says.
public enum SampleProblem: Hashable, Sendable, CustomStringConvertible {
    /// It is in the memory of a sound card.
    case readOnlyMemory
    /// Its type has flags without a meaning.
    case unknownType(UInt16)
    /// The font's sample data ends within a frame.
    case oddSampleData
    /// It ends behind the sample data, which has `size` frames, or bytes where it is compressed.
    case endsOutside(end: Int, size: Int, isCompressed: Bool)
    /// It has fewer than two frames, or bytes where it is compressed.
    case tooShort(start: Int, end: Int, isCompressed: Bool)
    /// Its loop is not within it.
    case loopOutside(loop: ClosedRange<Int>, isReversed: Bool, start: Int, end: Int)

    /// The problem in words: `ends at frame 900, but the sample data has 492`.
    public var description: String {
        switch self {
        case .readOnlyMemory: return "stored in the ROM of a sound card"
        case .unknownType(let type): return "unknown sample type \(hexadecimal(type))"
        case .oddSampleData: return "the font's sample data has an odd number of bytes"
        case .endsOutside(let end, let size, let isCompressed):
            let unit = isCompressed ? "byte" : "frame"
            return "ends at \(unit) \(end), but the sample data has \(size)"
        case .tooShort(let start, let end, let isCompressed):
            let unit = isCompressed ? "byte" : "frame"
            return "starts at \(unit) \(start) and ends at \(unit) \(end)"
        case .loopOutside(let loop, let isReversed, let start, let end):
            let (first, last) =
                isReversed
                ? (loop.upperBound, loop.lowerBound) : (loop.lowerBound, loop.upperBound)
            return "loop frames \(first) to \(last) are outside of its frames \(start) to \(end)"
        }
    }
}

extension SoundBank.Sample {
    /// The number of zero frames that belong behind each sample (§6.1).
    public static let gap = 46

    /// The reason why it cannot be played at all; `nil` if it can.
    ///
    /// - Parameter layout: The font's sample data.
    /// - Returns: The problem.
    public func silence(in layout: BankLayout) -> SampleProblem? {
        if type.contains(.readOnlyMemory) { return .readOnlyMemory }
        guard SampleType.known.isSuperset(of: type) else { return .unknownType(type.rawValue) }
        let bytes = layout.frames?.count ?? 0
        let isCompressed = type.contains(.vorbis)
        guard isCompressed || bytes.isMultiple(of: 2) else { return .oddSampleData }
        let size = isCompressed ? bytes : bytes / 2
        // Synthesizers count to the last frame: an end one frame behind the data is common.
        let last = max(end - 1, 0)
        if last > size { return .endsOutside(end: end, size: size, isCompressed: isCompressed) }
        if start >= last { return .tooShort(start: start, end: end, isCompressed: isCompressed) }
        return nil
    }

    /// The reason why its loop cannot be played as it stands; `nil` if it can.
    ///
    /// A loop may end in the zeros behind the sample; one whose ends are equal is none.
    ///
    /// - Parameter layout: The font's sample data.
    /// - Returns: The problem.
    public func loopProblem(in layout: BankLayout) -> SampleProblem? {
        guard loopStart != loopEnd, !type.contains(.vorbis) else { return nil }
        let limit = min(end + Self.gap, layout.frameCount)
        let loop = min(loopStart, loopEnd)...max(loopStart, loopEnd)
        guard loop.lowerBound < start || loop.upperBound > limit else { return nil }
        return .loopOutside(loop: loop, isReversed: loopStart > loopEnd, start: start, end: end)
    }
}
