import MIDI
import SMF

/// A row of the table of what a reader must handle, with a file that has it.
struct MatrixRow: CustomStringConvertible {
    /// The feature or quirk, as the table calls it; a letter behind it tells several files apart.
    var name: String
    /// The file.
    var bytes: [UInt8]
    /// The format that it is read as.
    var format = MIDIFile.Format.single
    /// What a tick is.
    var division = Division.ticksPerQuarter(96)
    /// What it was wrapped in.
    var container = MIDIFile.Container.standard
    /// The tracks' events, see ``Track/notation``.
    var tracks: [String]
    /// The diagnostics: severity and code.
    var diagnostics: [String] = []
    /// Where the first of them is, if that is to be looked at.
    var offset: Int?

    var description: String { name }

    /// Makes a row of a file with one track, format 0.
    init(_ name: String, track content: String, _ notation: String, _ diagnostics: String...) {
        self.name = name
        bytes = Fixture.file(Fixture.track(content))
        tracks = [notation]
        self.diagnostics = diagnostics
    }

    /// Makes a row of a file with several tracks, format 1.
    init(_ name: String, file bytes: [UInt8], _ tracks: [String], _ diagnostics: String...) {
        self.name = name
        self.bytes = bytes
        format = .simultaneous
        self.tracks = tracks
        self.diagnostics = diagnostics
    }

    /// This with something changed.
    func with(_ change: (inout MatrixRow) -> Void) -> MatrixRow {
        var row = self
        change(&row)
        return row
    }

    /// All rows with a file that is read.
    static let all =
        channelRows + systemExclusiveRows + chunkRows + headerRows + metaRows + textRows

    /// ``Fixture/note`` as it is read.
    static let note = "0 903C40, 96 803C40, 0 FF2F"
}

/// A file that is refused, and why.
struct MatrixRefusal: CustomStringConvertible {
    /// The feature or quirk, as the table calls it; a letter behind it tells several files apart.
    var name: String
    /// The file.
    var bytes: [UInt8]
    /// The kind of refusal.
    var code: SMFError.Code
    /// What the message has to name.
    var reason: String

    var description: String { name }
}

extension Track {
    /// The events in short: the delta time, then the bytes in hexadecimal.
    ///
    /// A SysEx or meta event has its bytes behind a blank, a continuation `F7+` before them.
    var notation: String {
        map { event in
            let text: String
            switch event.event {
            case .channel(let message): text = Self.hexadecimal(message.bytes[...])
            case .meta(let meta):
                let bytes = meta.bytes.isEmpty ? "" : " " + Self.hexadecimal(meta.bytes)
                text = "FF" + Self.hexadecimal([meta.type]) + bytes
            case .systemExclusive(let packet):
                let head =
                    switch packet.form {
                    case .start: "F0"
                    case .continuation: "F7+"
                    case .escape: "F7"
                    }
                let bytes = packet.bytes.isEmpty ? "" : " " + Self.hexadecimal(packet.bytes)
                text = head + bytes
            }
            return "\(event.delta) \(text)"
        }.joined(separator: ", ")
    }

    private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
}
