package import CFluidSynth
package import SoundFont

/// The frames of a sample and of its loop as they are played.
package struct SampleBounds: Hashable {
    /// The first frame in the font's data; the first byte where it is compressed.
    package let start: Int
    /// The number of frames; of bytes where it is compressed.
    package let count: Int
    /// The loop, counted from the sample's first frame; it may end behind the sample.
    package let loopStart: Int
    package let loopEnd: Int
    package let isCompressed: Bool

    /// The bounds of a sample; `nil` where it cannot be played.
    package init?(_ sample: SoundBank.Sample, in layout: BankLayout) {
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
    package init(decoded count: Int, loopStart: Int, loopEnd: Int) {
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
    package func loopLength(with generators: [seqd_generator]) -> Int? {
        guard Self.hasLoop(generators) else { return nil }
        let loop = loop(movedBy: generators, within: 0...(isCompressed ? Int(Int32.max) : count))
        return loop.end - loop.start
    }

    /// The frame that a zone loops alone, which FluidSynth cannot; `nil` for other loops.
    ///
    /// - Parameter generators: Those of the zone.
    /// - Returns: The frame, counted from the sample's first one.
    package func heldFrame(with generators: [seqd_generator]) -> Int? {
        guard Self.hasLoop(generators) else { return nil }
        let loop = loop(movedBy: generators, within: 0...(isCompressed ? Int(Int32.max) : count))
        return loop.end - loop.start == 1 ? loop.start : nil
    }

    /// Whether a generator moves the start or the end of the loop.
    package static func movesLoop(_ generator: seqd_generator) -> Bool {
        switch GeneratorKind(rawValue: UInt16(generator.number)) {
        case .startLoopAddressOffset, .endLoopAddressOffset, .startLoopAddressCoarseOffset,
            .endLoopAddressCoarseOffset:
            true
        default: false
        }
    }

    /// Whether a zone plays its loop.
    private static func hasLoop(_ generators: [seqd_generator]) -> Bool {
        let modes = amount(.sampleModes, generators)
        return modes == 1 || modes == 3
    }

    /// The amount of a generator; 0 where a zone has none.
    ///
    /// A search: a zone has few generators, and a font many zones.
    private static func amount(_ kind: GeneratorKind, _ generators: [seqd_generator]) -> Int {
        let number = UInt8(kind.rawValue)
        return generators.last { $0.number == number }.map { Int($0.value) } ?? 0
    }

    /// The offset that generators add to an address.
    private static func offset(
        _ fine: GeneratorKind,
        _ coarse: GeneratorKind,
        _ generators: [seqd_generator]
    ) -> Int {
        amount(fine, generators) + 32_768 * amount(coarse, generators)
    }

    /// The loop that generators move; FluidSynth swaps ends that are reversed.
    private func loop(
        movedBy generators: [seqd_generator],
        within limits: ClosedRange<Int>
    ) -> (start: Int, end: Int) {
        let ends = [
            loopStart
                + Self.offset(.startLoopAddressOffset, .startLoopAddressCoarseOffset, generators),
            loopEnd + Self.offset(.endLoopAddressOffset, .endLoopAddressCoarseOffset, generators),
        ].map { min(max($0, limits.lowerBound), limits.upperBound) }
        return (min(ends[0], ends[1]), max(ends[0], ends[1]))
    }

    /// Whether it has fewer frames than a file may have in a sample (SoundFont 2.04 §7.10).
    package var isShort: Bool { count < 48 }

    /// Whether FluidSynth stays within the sample when its frames begin at index 0.
    ///
    /// Its interpolation takes the frame before the one that it plays, and the third frame from the
    /// end, with unsigned numbers: near index 0 they wrap. It knows the first frame of a sample or of
    /// a loop, and reads nothing in front of that one.
    ///
    /// - Parameter generators: Those of the zone that plays it.
    /// - Returns: `false` where it needs a copy with zeros around it.
    package func isSafe(with generators: [seqd_generator]) -> Bool {
        // How long a compressed one is shows when it is decoded: one that is moved is copied.
        let isMoved = generators.contains { generator in
            guard let kind = GeneratorKind(rawValue: UInt16(generator.number)) else { return false }
            return kind.isAddress && Self.amount(kind, generators) != 0
        }
        guard !isCompressed || !isMoved else { return false }
        let count = isCompressed ? Int(Int32.max) : count
        let last = count - 1
        let first = Self.offset(.startAddressOffset, .startAddressCoarseOffset, generators)
        let end = last + Self.offset(.endAddressOffset, .endAddressCoarseOffset, generators)
        // FluidSynth swaps those that are reversed.
        let clamped = [first, end].map { min(max($0, 0), last) }.sorted()
        guard clamped[1] >= 8 else { return false }
        guard Self.hasLoop(generators) else { return true }
        let loop = loop(movedBy: generators, within: 0...count)
        return loop.end >= 8 && (loop.start >= 8 || clamped[0] == 0)
    }
}
