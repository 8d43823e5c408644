public import SMF

/// Something in the music that will sound other than its composer meant it, or that costs more than
/// it does.
///
/// What is wrong with the file's bytes is among `MIDIFile.diagnostics`.
public struct Fault: Hashable, Sendable, CustomStringConvertible {
    /// What was found.
    public var code: Code
    /// How bad it is; never an error, since a file that can be read has lost no music.
    public var severity: Diagnostic.Severity
    /// The track, from 0 in file order; `nil` where it is about the whole.
    public var track: Int?
    /// The sampler, from 0, an index into `PreparedSequence.ports`; given together with the channel.
    public var port: UInt8?
    /// The channel, 0 … 15.
    public var channel: UInt8?
    /// When, where there is a time.
    public var tick: Int64?
    /// A sentence without its stop: what is wrong and what a player does with it.
    public var detail: String

    /// Makes a fault.
    public init(
        code: Code,
        severity: Diagnostic.Severity,
        track: Int? = nil,
        port: UInt8? = nil,
        channel: UInt8? = nil,
        tick: Int64? = nil,
        detail: String
    ) {
        self.code = code
        self.severity = severity
        self.track = track
        self.port = port
        self.channel = channel
        self.tick = tick
        self.detail = detail
    }

    /// Place and sentence, to be printed after the file's name: `track 3, channel 1, tick 480: …`.
    public var description: String {
        let place = [
            track.map { "track \($0 + 1)" }, channel.map { "channel \($0 + 1)" },
            tick.map { "tick \($0)" },
        ].compactMap { $0 }
        return place.isEmpty ? detail : "\(place.joined(separator: ", ")): \(detail)"
    }
}
