/// The two forms of text that a MIDI file can have.
public enum TextForm: Hashable, Sendable, CaseIterable {
    /// A line of words for each event, see ``TextDump``.
    case events
    /// The records of midicsv, see ``CSVDump``.
    case csv

    /// The form of a text.
    ///
    /// Records begin with a track's number, the first line of the other form is a word.
    ///
    /// - Parameter text: The text, or its beginning.
    public init(of text: [UInt8]) {
        self = unsafe text.withUnsafeBufferPointer(TextForm.init(of:))
    }

    /// The form of a text.
    init(of bytes: UnsafeBufferPointer<UInt8>) {
        self = .events
        var cursor = unsafe LineCursor(bytes)
        while cursor.nextLine() {
            cursor.skipBlanks()
            // A number sign begins a comment in both.
            guard let first = cursor.peek(), first != 0x23 else { continue }
            switch first {
            // A digit, or a semicolon, which begins a comment in records only.
            case 0x30...0x39, 0x3B, 0x22: self = .csv
            default: break
            }
            return
        }
    }
}
