/// Builds the bytes of a Standard MIDI File, right or wrong on purpose, from calls.
///
/// It shares no code with the module SMF. Positions are absolute ticks; calls may come in any
/// order, and at one tick the events stand in the order of the calls.
///
/// ```swift
/// var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
/// song.track("Conductor") { $0.tempo(at: 0, beatsPerMinute: 90) }
/// song.track("Piano") {
///     $0.program(at: 0, channel: 0, 4)
///     $0.note(at: 0, length: 480, channel: 0, key: 60, velocity: 100)
/// }
/// let bytes = song.bytes
/// ```
public struct SMFBuilder: Sendable {
    /// The format, 0, 1 or 2; anything else is written as it is.
    public var format: UInt16
    /// The division as the file's 16-bit word.
    public var division: UInt16
    /// The tracks, in file order.
    public var tracks: [Track] = []
    /// The number of tracks that the header claims; the true one if `nil`.
    public var claimedTracks: UInt16?
    /// Bytes after the six of the header, counted in its length.
    public var headerExtension: [UInt8] = []
    /// Bytes after the last track.
    public var trailer: [UInt8] = []

    /// Begins a file that counts ticks per quarter note.
    public init(format: UInt16 = 1, ticksPerQuarter: UInt16 = 480) {
        self.format = format
        division = ticksPerQuarter
    }

    /// Begins a file that counts ticks of SMPTE frames.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - framesPerSecond: 24, 25, 29 (for 29.97) or 30.
    ///   - ticksPerFrame: The ticks in a frame.
    public init(format: UInt16 = 1, framesPerSecond: UInt8, ticksPerFrame: UInt8) {
        self.format = format
        // The high byte is the negative rate in two's complement.
        division = UInt16(0 &- framesPerSecond) << 8 | UInt16(ticksPerFrame)
    }

    /// Adds a track that `body` fills; with a name, that is its first event.
    public mutating func track(_ name: String? = nil, _ body: (inout Track) -> Void = { _ in }) {
        var track = Track()
        if let name { track.text(at: 0, .trackName, name) }
        body(&track)
        tracks.append(track)
    }

    /// The file.
    public var bytes: [UInt8] {
        var header: [UInt8] = []
        for word in [format, claimedTracks ?? UInt16(truncatingIfNeeded: tracks.count), division] {
            header.append(UInt8(word >> 8))
            header.append(UInt8(truncatingIfNeeded: word))
        }
        var file = Self.chunk("MThd", header + headerExtension)
        for track in tracks { file += Self.chunk("MTrk", track.bytes) }
        return file + trailer
    }

    /// A chunk: four letters, the length as 32 bits, the contents.
    public static func chunk(_ name: String, _ contents: [UInt8]) -> [UInt8] {
        let length = UInt32(truncatingIfNeeded: contents.count)
        return Array(name.utf8)
            + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> UInt32($0)) }
            + contents
    }

    /// A variable-length quantity; above 0x0FFFFFFF it has five bytes, which the format forbids.
    public static func variableLength(_ value: UInt32) -> [UInt8] {
        var bytes = [UInt8(value & 0x7F)]
        var rest = value >> 7
        while rest > 0 {
            bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
            rest >>= 7
        }
        return bytes
    }
}

extension SMFBuilder {
    /// A song in which a tick is a millisecond.
    public static func milliseconds(
        format: UInt16 = 1,
        _ tracks: @Sendable (inout Track) -> Void...
    ) -> SMFBuilder {
        // 500 ticks a quarter note, at the 120 quarter notes a minute of a file without tempo.
        var song = SMFBuilder(format: format, ticksPerQuarter: 500)
        for body in tracks { song.track(nil, body) }
        return song
    }
}
