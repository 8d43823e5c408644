import MIDI

/// Names of times and keys in the phrases of faults.
struct FaultWording: Sendable {
    private let tempoMap: TempoMap
    private let meterMap: MeterMap

    init(_ sequence: PreparedSequence) {
        tempoMap = sequence.tempoMap
        meterMap = sequence.meterMap
    }

    /// A position as it is typed: `17:1`, or the time in a sequence without bars.
    func name(ofTick tick: Int64) -> String {
        meterMap.position(atTick: tick)?.description
            ?? TimeText.text(nanoseconds: tempoMap.nanoseconds(atTick: tick))
    }

    /// A key: `C4 (60)`, with C4 as the middle C; or a drum: `Closed Hi-Hat (42)`.
    static func name(ofKey key: UInt8, isDrum: Bool) -> String {
        if isDrum { return "\(GeneralMIDI.drumName(key: key) ?? "key") (\(key))" }
        return "\(NoteName.text(key)) (\(key))"
    }
}

extension PreparedSequence {
    /// Whether a channel plays drums, by its index ``ScheduledEvent/channelIndex``.
    func isDrums(_ channelIndex: Int) -> Bool {
        let masks = schedule.drumChannels
        guard masks.indices.contains(channelIndex >> 4) else { return false }
        return masks[channelIndex >> 4] >> UInt16(channelIndex & 15) & 1 == 1
    }
}
