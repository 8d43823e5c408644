/// Reverbs in the values of General MIDI 2's and Roland's messages.
extension ReverbParameters {
    /// Makes this a reverb of a kind; width and level stay.
    @_noLocks
    public mutating func become(_ kind: ReverbKind) {
        algorithm = kind.algorithm
        guard let room = kind.room else {
            setTime(gs: kind.usual.time, of: kind)
            setLowPass(gs: kind.usual.lowPass, of: kind)
            setFeedback(gs: kind.usual.feedback)
            return
        }
        time = room.time
        damping = room.damping
        scale = room.scale
    }

    /// Sets General MIDI 2's reverberation time, e^((v − 40) / 40) s, which delays do not have.
    @_noLocks
    public mutating func setTime(gm2 value: UInt8) {
        time = Elementary.exp2((Double(value) - 40) / 40 * Self.logarithm2OfE)
    }

    /// Sets Roland's time, 0 … 127.
    ///
    /// The time of a room is multiplied by what the value differs from the usual one: as General MIDI
    /// 2's, e^(difference / 40). Roland gives no unit for delays: SpessaSynth's author measured 446.8 ms
    /// at 127 on Roland's Sound Canvas VA, in proportion to the value, and of the panning delay half
    /// of that from side to side.
    @_noLocks
    public mutating func setTime(gs value: UInt8, of kind: ReverbKind?) {
        switch algorithm {
        case .room:
            let difference = Double(value) - Double(kind?.usual.time ?? 64)
            time *= Elementary.exp2(difference / 40 * Self.logarithm2OfE)
        case .delay: delay = 3.52 * Double(value)
        case .panningDelay: delay = 1.76 * Double(value)
        }
    }

    /// Sets Roland's low-pass in front of the reverb, 0 … 7: in a room as damping, 0.025 for each
    /// step, of a delay as all of it.
    @_noLocks
    public mutating func setLowPass(gs value: UInt8, of kind: ReverbKind?) {
        guard algorithm.isRoom else {
            damping = Double(value) / 7
            return
        }
        let difference = Double(value) - Double(kind?.usual.lowPass ?? 0)
        damping = min(1, max(0, damping + 0.025 * difference))
    }

    /// Sets Roland's feedback of delays, 0 … 127, to thousandths: 0.73 · (1 − (1 − value / 127)^1.9),
    /// as SpessaSynth's author found by comparison with the Sound Canvas VA.
    @_noLocks
    public mutating func setFeedback(gs value: UInt8) {
        let part = Elementary.power(1 - Double(value) / 127, 1.9)
        feedback = Double(Int(730 * (1 - part) + 0.5)) / 1_000
    }

    /// Multiplies the level by Roland's value of it, of which 64 is the usual.
    @_noLocks
    public mutating func scaleLevel(gs value: UInt8) { level *= Double(value) / 64 }

    private static var logarithm2OfE: Double {
        @_noLocks get { 1.442_695_040_888_963_4 }
    }
}
