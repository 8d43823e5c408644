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

    private let sections: FixedArray<Biquad>
    /// The states of the sides, then those of the sends.
    private var states: FixedArray<State>

    /// Makes silent filters.
    init(_ sections: [Biquad]) {
        self.sections = FixedArray(count: sections.count) { sections[$0] }
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

    /// Filters a pair of channels.
    @_noLocks
    mutating func process(_ pair: InsertPair, isSend: Bool) {
        let first = isSend ? sections.count : 0
        for frame in 0..<pair.count {
            // Frame by frame: the filters of one frame and those of the next overlap.
            var value = unsafe SIMD2(Double(pair.left[frame]), Double(pair.right[frame]))
            for index in 0..<sections.count {
                let section = sections[index]
                var state = states[first &+ index]
                let result = section.b0 * value + state.first
                state.first = section.b1 * value - section.a1 * result + state.second
                state.second = section.b2 * value - section.a2 * result
                states[first &+ index] = state
                value = result
            }
            unsafe pair.left[frame] = Float(value.x)
            unsafe pair.right[frame] = Float(value.y)
        }
    }
}
