import Realtime

/// Filters in series, for both sides and for both sends.
struct BiquadCascade: ~Copyable {
    /// The two values that a filter keeps (transposed direct form II), of two channels.
    private struct State: BitwiseCopyable {
        var first = SIMD2<Double>()
        var second = SIMD2<Double>()

        @_noLocks
        init() {}
    }

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
    private var states: FixedArray<State>

    /// Makes silent filters.
    init(_ sections: [Biquad]) {
        self.sections = FixedArray(count: sections.count) { sections[$0] }
        steps = FixedArray(count: sections.count) { sections[$0] }
        states = FixedArray(repeating: State(), count: 2 * sections.count)
    }

    /// Clears the filters.
    @_noLocks
    mutating func reset() {
        for index in 0..<states.count { states[index] = State() }
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

    /// Moves to the filters of a step; without frames they are there at once.
    @_noLocks
    mutating func move(to path: borrowing FixedArray<Biquad>, step: Int, frames: Int) {
        for index in 0..<sections.count {
            let next = path[step &* sections.count &+ index]
            let present = section(index, left: left)
            steps[index] = frames > 0 ? present.step(to: next, in: frames) : next
            sections[index] = next
        }
        left = frames
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
        for frame in 0..<pair.count {
            // Frame by frame: the filters of one frame and those of the next overlap.
            var value = unsafe SIMD2(Double(pair.left[frame]), Double(pair.right[frame]))
            for index in 0..<sections.count {
                let section = sections[index]
                value = filter(value, by: section, first &+ index)
            }
            unsafe pair.left[frame] = Float(value.x)
            unsafe pair.right[frame] = Float(value.y)
        }
    }

    /// Filters a frame.
    @inline(__always)
    @_noLocks
    private mutating func filter(
        _ value: SIMD2<Double>,
        by section: Biquad,
        _ index: Int
    ) -> SIMD2<Double> {
        var state = states[index]
        let result = section.b0 * value + state.first
        state.first = section.b1 * value - section.a1 * result + state.second
        state.second = section.b2 * value - section.a2 * result
        states[index] = state
        return result
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

extension Biquad {
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
