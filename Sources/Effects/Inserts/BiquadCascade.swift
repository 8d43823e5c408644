import Realtime

/// Filters in series, for both sides and for both sends.
struct BiquadCascade: ~Copyable {
    /// The filters, or those that they move to.
    private var sections: FixedArray<Biquad>
    /// The change of their coefficients per frame: on a straight line between two stable filters all
    /// are stable.
    private var steps: FixedArray<Biquad>
    /// The frames until they have moved there.
    private var left = 0
    /// The same before the last call for the sides: the sends of these frames have the same filters.
    private var leftBefore = 0
    /// The states of the sides, then those of the sends.
    private var states: FixedArray<FilterState>
    /// The frames of a block on their way.
    private let wide = FramePairs()

    /// Whether they are the bands of an equalizer.
    private let isEqualizer: Bool
    private let rate: Int

    /// Makes silent filters of numbers: the mix, then those of ``FilterParameters`` or of
    /// ``EqualizerParameters``.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - numbers: The numbers.
    ///   - isEqualizer: Whether they are those of an equalizer.
    ///   - rate: Frames per second.
    init(_ numbers: borrowing FixedArray<Double>, isEqualizer: Bool, rate: Int) {
        var filters: [Biquad] = []
        if isEqualizer {
            for index in 0..<Band.count(in: numbers) {
                let band = Band(numbers, index)
                for filter in 0..<band.filters { filters.append(band.filter(filter, rate: rate)) }
            }
        } else {
            filters.append(Biquad(filter: numbers, rate: rate))
        }
        let made = filters
        sections = FixedArray(count: made.count) { made[$0] }
        steps = FixedArray(count: made.count) { made[$0] }
        states = FixedArray(repeating: FilterState(), count: 2 * made.count)
        (self.isEqualizer, self.rate) = (isEqualizer, rate)
    }

    /// Clears the filters.
    @_noLocks
    mutating func reset() {
        for index in 0..<states.count { states[index] = FilterState() }
    }

    /// Ends a block: clears what has decayed below −240 dBFS, before denormal numbers slow the
    /// processor down.
    ///
    /// - Returns: Whether no sound is left in it.
    @_noLocks
    mutating func endBlock() -> Bool {
        var highest = 0.0
        for index in 0..<states.count {
            let (one, other) = (states[index].first, states[index].second)
            highest = max(highest, max(one.x.magnitude, one.y.magnitude))
            highest = max(highest, max(other.x.magnitude, other.y.magnitude))
        }
        guard highest < Self.nothing else { return false }
        if highest > 0 { reset() }
        return true
    }

    /// −240 dBFS.
    private static var nothing: Double { @_noLocks get { 1e-12 } }

    /// Moves to the filters of numbers; without frames they are there at once.
    @_noLocks
    mutating func move(to numbers: borrowing FixedArray<Double>, frames: Int) {
        if isEqualizer {
            var first = 0
            for index in 0..<Band.count(in: numbers) {
                let band = Band(numbers, index)
                for filter in 0..<band.filters {
                    move(first &+ filter, to: band.filter(filter, rate: rate), frames: frames)
                }
                first &+= band.filters
            }
        } else {
            move(0, to: Biquad(filter: numbers, rate: rate), frames: frames)
        }
        left = frames
    }

    @_noLocks
    private mutating func move(_ index: Int, to next: Biquad, frames: Int) {
        steps[index] = frames > 0 ? section(index, left: left).step(to: next, in: frames) : next
        sections[index] = next
    }

    /// A filter some frames before it has moved.
    @inline(__always)
    @_noLocks
    private func section(_ index: Int, left: Int) -> Biquad {
        left > 0 ? sections[index].before(left, steps[index]) : sections[index]
    }

    /// Filters a pair of channels.
    @_noLocks
    mutating func process(_ pair: InsertPair, isSend: Bool) {
        if !isSend { leftBefore = left }
        guard leftBefore == 0 else {
            filterMoving(pair, first: isSend ? sections.count : 0)
            if !isSend { left = max(0, left &- pair.count) }
            return
        }
        let first = isSend ? sections.count : 0
        let frames = unsafe wide.samples
        for frame in 0..<pair.count {
            unsafe frames[frame] = SIMD2(Double(pair.left[frame]), Double(pair.right[frame]))
        }
        // Four filters at a time: a frame passes through some while the next one follows, and what
        // they keep stays in registers.
        var index = 0
        while index &+ 4 <= sections.count {
            unsafe filterFour(frames, count: pair.count, index, first &+ index)
            index &+= 4
        }
        while index < sections.count {
            unsafe filterOne(frames, count: pair.count, index, first &+ index)
            index &+= 1
        }
        for frame in 0..<pair.count {
            unsafe pair.left[frame] = Float(frames[frame].x)
            unsafe pair.right[frame] = Float(frames[frame].y)
        }
    }

    /// Filters frames by four filters from one on.
    @_noLocks
    private mutating func filterFour(
        _ frames: UnsafeMutablePointer<SIMD2<Double>>,
        count: Int,
        _ index: Int,
        _ state: Int
    ) {
        let (a, b) = (WideBiquad(sections[index]), WideBiquad(sections[index &+ 1]))
        let (c, d) = (WideBiquad(sections[index &+ 2]), WideBiquad(sections[index &+ 3]))
        var (p, q) = (states[state], states[state &+ 1])
        var (r, s) = (states[state &+ 2], states[state &+ 3])
        for frame in 0..<count {
            let value = unsafe d.filter(c.filter(b.filter(a.filter(frames[frame], &p), &q), &r), &s)
            unsafe frames[frame] = value
        }
        (states[state], states[state &+ 1]) = (p, q)
        (states[state &+ 2], states[state &+ 3]) = (r, s)
    }

    /// Filters frames by one filter.
    @_noLocks
    private mutating func filterOne(
        _ frames: UnsafeMutablePointer<SIMD2<Double>>,
        count: Int,
        _ index: Int,
        _ state: Int
    ) {
        let filter = WideBiquad(sections[index])
        var present = states[state]
        for frame in 0..<count {
            unsafe frames[frame] = filter.filter(frames[frame], &present)
        }
        states[state] = present
    }

    /// Filters a frame.
    @inline(__always)
    @_noLocks
    private mutating func filter(
        _ value: SIMD2<Double>,
        by section: Biquad,
        _ index: Int
    ) -> SIMD2<Double> {
        WideBiquad(section).filter(value, &states[index])
    }

    /// Filters a pair of channels while the filters move.
    @_noLocks
    private mutating func filterMoving(_ pair: InsertPair, first: Int) {
        for frame in 0..<pair.count {
            let left = max(0, leftBefore &- frame &- 1)
            var value = unsafe SIMD2(Double(pair.left[frame]), Double(pair.right[frame]))
            for index in 0..<sections.count {
                let section = section(index, left: left)
                value = filter(value, by: section, first &+ index)
            }
            unsafe pair.left[frame] = Float(value.x)
            unsafe pair.right[frame] = Float(value.y)
        }
    }
}

/// The two values that a filter keeps (transposed direct form II), of two channels.
private struct FilterState: BitwiseCopyable {
    var first = SIMD2<Double>()
    var second = SIMD2<Double>()

    @_noLocks
    init() {}
}

/// Memory for the frames of a block, of two channels.
@safe
private final class FramePairs {
    @unsafe let samples: UnsafeMutablePointer<SIMD2<Double>>

    init() { unsafe samples = .allocate(capacity: Block.frames) }

    deinit { unsafe samples.deallocate() }
}

/// A filter for two channels at once.
private struct WideBiquad {
    /// The factors of the input: for the output, and for the two values that are left.
    private let b0, c1, c2: SIMD2<Double>
    /// The factors of the first value for these two.
    private let a1, a2: SIMD2<Double>

    @inline(__always)
    @_noLocks
    init(_ filter: Biquad) {
        b0 = SIMD2(repeating: filter.b0)
        c1 = SIMD2(repeating: filter.b1 - filter.a1 * filter.b0)
        c2 = SIMD2(repeating: filter.b2 - filter.a2 * filter.b0)
        (a1, a2) = (SIMD2(repeating: filter.a1), SIMD2(repeating: filter.a2))
    }

    /// Filters a frame.
    ///
    /// The values that are left do not wait for the output, so that the next frame can follow after a
    /// multiplication and an addition.
    @inline(__always)
    @_noLocks
    func filter(_ value: SIMD2<Double>, _ state: inout FilterState) -> SIMD2<Double> {
        let first = state.first
        state.first = c1 * value + state.second - a1 * first
        state.second = c2 * value - a2 * first
        return b0 * value + first
    }
}

extension FilterParameters.Kind {
    /// The kind with an index among all.
    @_noLocks
    fileprivate init(index: Int) {
        switch index {
        case 1: self = .highPass
        case 2: self = .bandPass
        case 3: self = .notch
        case 4: self = .allPass
        default: self = .lowPass
        }
    }
}

/// A band of an equalizer as the audio thread has it.
private struct Band {
    /// The index of its kind among all.
    private let kind: Int
    private let frequency: Double
    private let gain: Double
    private let q: Double
    /// The number of filters that it consists of.
    let filters: Int

    /// The numbers of a band.
    private static var width: Int { @_noLocks get { 5 } }

    /// The number of bands of the numbers of an insert.
    @_noLocks
    static func count(in numbers: borrowing FixedArray<Double>) -> Int {
        (numbers.count &- 1) / width
    }

    /// The band of an index.
    @_noLocks
    init(_ numbers: borrowing FixedArray<Double>, _ index: Int) {
        let first = 1 &+ index &* Self.width
        kind = Int(numbers[first])
        (frequency, gain, q) = (numbers[first &+ 1], numbers[first &+ 2], numbers[first &+ 3])
        filters = Int(numbers[first &+ 4])
    }

    /// One of its filters.
    @_noLocks
    func filter(_ index: Int, rate: Int) -> Biquad {
        switch kind {
        case 0: Biquad(peak: frequency, decibels: gain, q: q, rate: rate)
        case 1: Biquad(shelf: frequency, isLow: true, decibels: gain, q: q, rate: rate)
        case 2: Biquad(shelf: frequency, isLow: false, decibels: gain, q: q, rate: rate)
        case 3: Biquad(.highPass, frequency, section: index, of: filters, rate: rate)
        default: Biquad(.lowPass, frequency, section: index, of: filters, rate: rate)
        }
    }
}

extension Biquad {
    /// The filter of numbers: the mix, then those of ``FilterParameters``.
    @_noLocks
    fileprivate init(filter numbers: borrowing FixedArray<Double>, rate: Int) {
        let kind = FilterParameters.Kind(index: Int(numbers[1]))
        self.init(kind, numbers[2], q: numbers[3], rate: rate)
    }

    /// The change per frame to another filter.
    @_noLocks
    fileprivate func step(to other: Biquad, in frames: Int) -> Biquad {
        let part = 1 / Double(frames)
        var step = Biquad()
        step.b0 = (other.b0 - b0) * part
        step.b1 = (other.b1 - b1) * part
        step.b2 = (other.b2 - b2) * part
        step.a1 = (other.a1 - a1) * part
        step.a2 = (other.a2 - a2) * part
        return step
    }

    /// The filter some frames before it is reached by a change per frame.
    @inline(__always)
    @_noLocks
    fileprivate func before(_ frames: Int, _ step: Biquad) -> Biquad {
        let count = Double(frames)
        var filter = Biquad()
        filter.b0 = b0 - step.b0 * count
        filter.b1 = b1 - step.b1 * count
        filter.b2 = b2 - step.b2 * count
        filter.a1 = a1 - step.a1 * count
        filter.a2 = a2 - step.a2 * count
        return filter
    }
}
