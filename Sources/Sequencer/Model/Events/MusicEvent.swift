public import MIDI
public import SMF

/// An event of a track.
///
/// Events that begin and end are one: a note has its length.
public enum MusicEvent: Hashable, Sendable {
    /// A note with its length.
    case note(Note)
    /// A channel message: a controller, a program, a bend; a note-on or note-off that has no
    /// partner in its track.
    ///
    /// Of another kind of message nothing is played or saved.
    case channel(MIDIMessage)
    /// A complete System Exclusive message, without its F0 and F7.
    indirect case systemExclusive([UInt8])
    /// Bytes that are sent as they are (F7 in a file).
    indirect case raw([UInt8])
    /// A meta event, such as a lyric.
    ///
    /// Tempo, meter, key and markers are in the ``TempoTrack``: as a meta event of a track they are
    /// neither played nor saved.
    indirect case meta(MetaEvent)
    /// Anything that a program wants to keep at a time; no instrument gets it.
    ///
    /// In a file it is a sequencer-specific meta event (FF 7F) that begins with 7D (the number for
    /// non-commercial use) and the letters `seqd`, and comes back as what it was.
    indirect case user([UInt8])
    /// A parameter's value: one step of an automation.
    ///
    /// Saved and played as the messages that set it, which come back from a file as
    /// ``channel(_:)``.
    case parameter(ParameterEvent)
    /// A choice of a sound; saved and played as bank and program messages.
    case preset(PresetEvent)
}

extension MusicEvent {
    /// The duration in ticks; 0 except for notes.
    public var duration: Int64 {
        if case .note(let note) = self { return max(note.duration, 0) }
        return 0
    }

    /// The channel, 0 … 15; `nil` for what belongs to none.
    public var channel: UInt8? {
        switch self {
        case .note(let note): note.channel & 15
        case .channel(let message): message.isChannelMessage ? message.channel : nil
        case .parameter(let parameter): parameter.channel & 15
        case .preset(let preset): preset.channel & 15
        case .systemExclusive, .raw, .meta, .user: nil
        }
    }
}
