/// Choruses in the values, 0 … 127, of General MIDI 2's and Roland's messages.
extension ChorusParameters {
    /// Makes this a chorus of a kind; voices, shape and level stay.
    @_noLocks
    public mutating func become(_ kind: ChorusKind) {
        let values = kind.values
        setRate(values.rate)
        setDepth(values.depth)
        setFeedback(values.feedback)
        setDelay(gs: values.delay)
        reverbSend = 0
    }

    /// Sets the modulation's frequency in 0.122 Hz.
    @_noLocks
    public mutating func setRate(_ value: UInt8) { speed = Double(value) * 0.122 }

    /// Sets the modulation's depth, (value + 1) / 3.2 ms.
    @_noLocks
    public mutating func setDepth(_ value: UInt8) { depth = (Double(value) + 1) / 3.2 }

    /// Sets the feedback in 0.763 %.
    @_noLocks
    public mutating func setFeedback(_ value: UInt8) { feedback = Double(value) * 0.00763 }

    /// Sets the part that goes to the reverb, in 0.787 %.
    @_noLocks
    public mutating func setReverbSend(_ value: UInt8) { reverbSend = Double(value) * 0.00787 }

    /// Sets Roland's delay: 20 ms at 127, a choice of seqd's, since Roland gives no unit.
    @_noLocks
    public mutating func setDelay(gs value: UInt8) { delay = Double(value) * 20 / 127 }

    /// Multiplies the level by Roland's value of it, of which 64 is the usual.
    @_noLocks
    public mutating func scaleLevel(gs value: UInt8) { level *= Double(value) / 64 }
}
