/// A note that sounds at some position of a schedule, and what holds it there.
struct SoundingNote: Hashable, Sendable {
    /// The key or pedal that keeps a note from ending.
    enum Hold: Sendable {
        /// Its key is down.
        case key
        /// Its key is down, and was when the sostenuto pedal was pressed.
        case capturedKey
        /// The sustain pedal alone.
        case sustain
        /// The sostenuto pedal alone.
        case sostenuto

        var isKeyDown: Bool { self == .key || self == .capturedKey }

        /// Whether the sostenuto pedal has to be pressed after the note.
        var isCaptured: Bool { self == .capturedKey || self == .sostenuto }
    }

    /// The note-on's index in the schedule.
    var event: Int
    var hold: Hold
}
