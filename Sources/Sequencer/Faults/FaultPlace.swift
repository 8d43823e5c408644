import MIDI

/// Times and keys in the sentences of faults.
struct FaultPlace: Sendable {
    private let tempoMap: TempoMap
    private let meterMap: MeterMap

    init(_ sequence: PreparedSequence) {
        tempoMap = sequence.tempoMap
        meterMap = sequence.meterMap
    }

    /// A time as positions are typed: `17:1`, or the time where there are no bars.
    func name(ofTick tick: Int64) -> String {
        meterMap.position(atTick: tick)?.description
            ?? TimeText.text(nanoseconds: tempoMap.nanoseconds(atTick: tick))
    }

    /// A key: `C4 (60)`, where C4 is the middle C; or a drum: `Closed Hi-Hat (42)`.
    static func name(ofKey key: UInt8, isDrum: Bool) -> String {
        if isDrum { return "\(GeneralMIDI.drumName(key: key) ?? "key") (\(key))" }
        return "\(NoteName.text(key)) (\(key))"
    }
}

extension ScheduledEvent {
    /// Sampler and channel as one index, 16 channels to a sampler.
    var channelPlace: Int { Int(port) << 4 | Int(message.channel) }
}

extension PreparedSequence {
    /// Whether a channel plays drums, by its index ``ScheduledEvent/channelPlace``.
    func isDrums(_ place: Int) -> Bool {
        let masks = schedule.drumChannels
        guard masks.indices.contains(place >> 4) else { return false }
        return masks[place >> 4] >> UInt16(place & 15) & 1 == 1
    }
}
