import MIDI

/// The changes of a track's notes while it is played.
struct PlayedSound {
    /// Channel 10, which is drums.
    static let drumChannel: UInt8 = 9

    var transpose: Int
    var velocityScale: Double

    /// The changes that a track asks for; `nil` if its notes stay as they are.
    init?(_ track: MusicTrack) {
        guard track.transpose != 0 || track.velocityScale != 1 else { return nil }
        transpose = track.transpose
        velocityScale = track.velocityScale
    }

    /// A velocity times a factor, rounded, and at least 1 and at most 127.
    static func velocity(_ velocity: UInt8, scaledBy factor: Double) -> UInt8 {
        let scaled = (Double(velocity) * factor).rounded()
        // A factor that is not a number has no effect.
        guard !scaled.isNaN else { return min(max(velocity, 1), 127) }
        return UInt8(min(max(scaled, 1), 127))
    }

    func on(_ note: Note) -> MIDIMessage { message(note.on) }
    func off(_ note: Note) -> MIDIMessage { message(note.off) }

    /// A message as it is played.
    func message(_ message: MIDIMessage) -> MIDIMessage {
        let isPressure = message.kind == .polyphonicPressure
        guard message.isNoteOn || message.isNoteOff || isPressure else { return message }
        let isDrum = message.channel == Self.drumChannel
        let key = isDrum ? message.data1 : MIDIKey.transposed(message.data1, by: transpose)
        let velocity =
            message.isNoteOn
            ? Self.velocity(message.data2, scaledBy: velocityScale) : message.data2
        return MIDIMessage(status: message.status, data1: key, data2: velocity)
    }
}
