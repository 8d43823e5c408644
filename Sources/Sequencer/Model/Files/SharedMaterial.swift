import SMF

/// The data that the tracks of a file share, collected while they are read one by one.
struct SharedMaterial {
    /// The tempo track's events, track by track.
    var events: [(tick: Int64, event: TempoEvent)] = []
    var smpteOffset: SMPTEOffset?
    var info = SequenceInfo()
    let decoder: TextDecoder

    init(decoding decoder: TextDecoder) {
        self.decoder = decoder
    }

    /// Takes a meta event that belongs to the tempo track from any track.
    ///
    /// - Returns: Whether it was one.
    mutating func take(_ value: MetaEvent.Value?, at tick: Int64) -> Bool {
        switch value {
        case .tempo(let period):
            events.append((tick, .tempo(microsecondsPerQuarter: period)))
        case .timeSignature(let signature):
            events.append((tick, .timeSignature(signature)))
        case .keySignature(let signature):
            events.append((tick, .keySignature(signature)))
        case .text(.marker, let bytes):
            events.append((tick, .marker(SequenceText(bytes: bytes, decoding: decoder))))
        default:
            return false
        }
        return true
    }
}
