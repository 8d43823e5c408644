/// The reason why a file cannot be written or converted.
public struct SMFWriteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of the reason.
    public var code: Code
    /// The track, from 0; `nil` if it is about the file.
    public var track: Int?
    /// The event's index in the track.
    public var event: Int?
    /// The event's time in the track.
    public var tick: Int64?
    /// A phrase: the content, and what was expected.
    public var detail: String

    /// Makes an error.
    public init(
        code: Code,
        track: Int? = nil,
        event: Int? = nil,
        tick: Int64? = nil,
        detail: String
    ) {
        self.code = code
        self.track = track
        self.event = event
        self.tick = tick
        self.detail = detail
    }

    /// Position and phrase, to be printed after the file's name.
    ///
    /// For example `track 3, event 12, tick 480: note-on after end of track`. Tracks and events
    /// count from 1 here.
    public var description: String {
        let position = [
            track.map { "track \($0 + 1)" }, event.map { "event \($0 + 1)" },
            tick.map { "tick \($0)" },
        ].compactMap(\.self)
        return position.isEmpty ? detail : position.joined(separator: ", ") + ": " + detail
    }

    /// The kinds of refusal.
    ///
    /// The raw values are stable: scripts may rely on them.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// There are more tracks than a header can count.
        case tracksTooMany = "tracks-too-many"
        /// A file of format 0 has more than one track.
        case formatZeroTracks = "format-0-tracks"
        /// Independent tracks (format 2) cannot be put into one timeline.
        case formatIndependent = "format-2"
        /// The division is none that a file can have.
        case divisionInvalid = "division-invalid"
        /// The tempo is none that a file can have.
        case tempoInvalid = "tempo-invalid"
        /// A chunk is longer than 4 GiB − 1.
        case chunkTooLong = "chunk-too-long"
        /// A foreign chunk has a name that no reader would take for one.
        case chunkName = "chunk-name"
        /// The port is none that the format has.
        case portInvalid = "port-invalid"
        /// A delta time is above 0x0FFFFFFF.
        case deltaRange = "delta-range"
        /// A message is not a channel message.
        case statusInvalid = "status-invalid"
        /// A data byte is above 127.
        case dataByteRange = "data-byte-range"
        /// The content of a meta or SysEx event is longer than 0x0FFFFFFF bytes.
        case payloadTooLong = "payload-too-long"
        /// An event follows end-of-track.
        case eventAfterEndOfTrack = "event-after-end-of-track"
        /// An end-of-track event carries bytes.
        case endOfTrackLength = "end-of-track-length"
        /// A SysEx packet would be read as something else at this position.
        case packetOrder = "packet-order"
    }
}
