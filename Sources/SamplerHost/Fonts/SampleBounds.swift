import CFluidSynth
import SoundFont

/// The frames of a sample and of its loop as they are played.
struct SampleBounds: Hashable {
    /// The first frame in the font's data; the first byte where it is compressed.
    let start: Int
    /// The number of frames; of bytes where it is compressed.
    let count: Int
    /// The loop, counted from the sample's first frame; it may end behind the sample.
    let loopStart: Int
    let loopEnd: Int
    let isCompressed: Bool

    /// The bounds of a sample; `nil` where it cannot be played.
    init?(_ sample: SoundBank.Sample, in layout: BankLayout) {
        guard sample.silence(in: layout) == nil else { return nil }
        isCompressed = sample.type.contains(.vorbis)
        start = sample.start
        if isCompressed {
            count = sample.end - sample.start
            // Of the sample itself; it is not known yet how long that is.
            (loopStart, loopEnd) = (sample.loopStart, sample.loopEnd)
            return
        }
        // A sample may say that it ends a frame behind the data, where there is none.
        count = min(sample.end, layout.frameCount) - sample.start
        guard count >= 2 else { return nil }
        let loop = Self.loop(
            sample.loopStart,
            sample.loopEnd,
            within: sample.start..<sample.end,
            limit: layout.frameCount
        )
        (loopStart, loopEnd) = (loop.start - sample.start, loop.end - sample.start)
    }

    /// The bounds of a compressed sample when it has been decoded.
    init(decoded count: Int, loopStart: Int, loopEnd: Int) {
        isCompressed = false
        start = 0
        self.count = count
        let loop = Self.loop(loopStart, loopEnd, within: 0..<count, limit: count)
        (self.loopStart, self.loopEnd) = (loop.start, loop.end)
    }

    /// A loop as FluidSynth mends it: swapped where it is reversed; an end that is outside becomes the
    /// sample's.
    private static func loop(
        _ first: Int,
        _ last: Int,
        within sample: Range<Int>,
        limit: Int
    ) -> (start: Int, end: Int) {
        var (start, end) = (min(first, last), max(first, last))
        if start < sample.lowerBound || start > limit { start = sample.lowerBound }
        if end < sample.lowerBound || end > limit { end = sample.upperBound }
        return (start, end)
    }

    /// The number of frames in the loop that a zone plays.
    ///
    /// - Parameter generators: Those of the zone.
    /// - Returns: `nil` where it plays no loop.
    func loopLength(with generators: [seqd_generator]) -> Int? {
        let amounts = Self.amounts(generators)
        let modes = amounts[UInt8(GeneratorKind.sampleModes.rawValue), default: 0]
        guard modes == 1 || modes == 3 else { return nil }
        let limits = isCompressed ? 0...Int(Int32.max) : 0...count
        let loop = Self.loop(self, moved: amounts, within: limits)
        return loop[1] - loop[0]
    }

    /// The amounts of generators by their numbers.
    private static func amounts(_ generators: [seqd_generator]) -> [UInt8: Int] {
        var amounts: [UInt8: Int] = [:]
        for generator in generators { amounts[generator.number] = Int(generator.value) }
        return amounts
    }

    /// What generators add to an address.
    private static func offset(
        _ amounts: [UInt8: Int],
        _ fine: GeneratorKind,
        _ coarse: GeneratorKind
    ) -> Int {
        amounts[UInt8(fine.rawValue), default: 0]
            + 32_768 * amounts[UInt8(coarse.rawValue), default: 0]
    }

    /// The ends of a loop that generators move, in their order: FluidSynth swaps those that are
    /// reversed.
    private static func loop(
        _ bounds: SampleBounds,
        moved amounts: [UInt8: Int],
        within limits: ClosedRange<Int>
    ) -> [Int] {
        [
            bounds.loopStart
                + offset(amounts, .startLoopAddressOffset, .startLoopAddressCoarseOffset),
            bounds.loopEnd + offset(amounts, .endLoopAddressOffset, .endLoopAddressCoarseOffset),
        ].map { min(max($0, limits.lowerBound), limits.upperBound) }.sorted()
    }

    /// Whether it has fewer frames than a file may have in a sample (SoundFont 2.04 §7.10).
    var isShort: Bool { count < 48 }

    /// Whether FluidSynth stays within the sample when its frames begin at index 0.
    ///
    /// Its interpolation takes the frame before the one that it plays, and the third frame from the
    /// end, with unsigned numbers: near index 0 they wrap. It knows the first frame of a sample or of
    /// a loop, and reads nothing in front of that one.
    ///
    /// - Parameter generators: Those of the zone that plays it.
    /// - Returns: `false` where it needs a copy with zeros around it.
    func isSafe(with generators: [seqd_generator]) -> Bool {
        let amounts = Self.amounts(generators)
        // How long a compressed one is shows when it is decoded: one that is moved is copied.
        let isMoved = amounts.contains { number, amount in
            amount != 0 && GeneratorKind(rawValue: UInt16(number))?.isAddress == true
        }
        guard !isCompressed || !isMoved else { return false }
        let count = isCompressed ? Int(Int32.max) : count
        let last = count - 1
        let first = Self.offset(amounts, .startAddressOffset, .startAddressCoarseOffset)
        let end = last + Self.offset(amounts, .endAddressOffset, .endAddressCoarseOffset)
        // FluidSynth swaps those that are reversed.
        let clamped = [first, end].map { min(max($0, 0), last) }.sorted()
        guard clamped[1] >= 8 else { return false }
        let modes = amounts[UInt8(GeneratorKind.sampleModes.rawValue), default: 0]
        guard modes == 1 || modes == 3 else { return true }
        let loop = Self.loop(self, moved: amounts, within: 0...count)
        return loop[1] >= 8 && (loop[0] >= 8 || clamped[0] == 0)
    }
}
