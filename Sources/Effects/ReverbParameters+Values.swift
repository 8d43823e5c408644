/// Reverbs in the values of General MIDI 2's and Roland's messages.
extension ReverbParameters {
    /// Makes this a reverb of a kind; width and level stay.
    @_noLocks
    public mutating func become(_ kind: ReverbKind) {
        time = kind.time
        damping = kind.damping
        scale = kind.scale
    }

    /// Sets General MIDI 2's reverberation time, e^((v − 40) / 40) s.
    @_noLocks
    public mutating func setTime(gm2 value: UInt8) {
        time = Elementary.exp2((Double(value) - 40) / 40 * Self.logarithm2OfE)
    }

    /// Multiplies the time by what Roland's value of it, 0 … 127, differs from the usual one: as
    /// General MIDI 2's, e^(difference / 40).
    @_noLocks
    public mutating func scaleTime(gs value: UInt8, of kind: ReverbKind?) {
        let difference = Double(value) - (kind?.rolandTime ?? 64)
        time *= Elementary.exp2(difference / 40 * Self.logarithm2OfE)
    }

    /// Sets Roland's low-pass in front of the reverb, 0 … 7, as damping: 0.025 for each step.
    @_noLocks
    public mutating func setLowPass(gs value: UInt8, of kind: ReverbKind?) {
        let difference = Double(value) - (kind?.rolandLowPass ?? 0)
        damping = min(1, max(0, damping + 0.025 * difference))
    }

    /// Multiplies the level by Roland's value of it, of which 64 is the usual.
    @_noLocks
    public mutating func scaleLevel(gs value: UInt8) { level *= Double(value) / 64 }

    private static var logarithm2OfE: Double {
        @_noLocks get { 1.442_695_040_888_963_4 }
    }
}
