import Foundation
import FoundationXML
import PianoRoll
import SMF
import Sequencer

/// A picture as XML.
struct Picture {
    let bytes: [UInt8]
    private let document: XMLDocument

    /// Reads the file, draws its sequences, and reads the picture.
    init(of file: [UInt8], fileName: String = "song.mid") throws {
        let file = try MIDIFile(file)
        let sequences = PreparedSequence.sequences(from: file)
        let contents = sequences.enumerated().map { index, sequence in
            PianoRollPicture.Content(
                sequence,
                lyrics: sequence.lyrics(of: file, pattern: index),
                pattern: file.format == .independent ? index + 1 : nil
            )
        }
        try self.init(PianoRollPicture(contents, fileName: fileName))
    }

    /// Reads a picture.
    init(_ picture: PianoRollPicture) throws {
        bytes = picture.svg
        document = try XMLDocument(data: Data(bytes))
    }

    /// The elements of a kind within the group with this name; in all without one.
    func elements(_ kind: String, in group: String? = nil) throws -> [XMLElement] {
        let place = group.map { "//*[@id='\($0)']" } ?? ""
        return try document.nodes(forXPath: "\(place)//*[local-name()='\(kind)']")
            .compactMap { $0 as? XMLElement }
    }

    func texts(in group: String? = nil) throws -> [String] {
        try elements("text", in: group).map { element in
            // Without the tooltip.
            (element.children ?? []).filter { $0.kind == .text }
                .compactMap(\.stringValue).joined()
        }
    }

    /// How many lines the paths of a group have.
    func lines(in group: String) throws -> Int {
        try elements("path", in: group).reduce(0) { sum, path in
            let steps = path["d"] ?? ""
            return sum + steps.filter { $0 == "M" }.count
        }
    }

    var width: Double { Double(document.rootElement()?["width"] ?? "") ?? 0 }
}

extension XMLElement {
    /// The value of an attribute.
    ///
    /// `attribute(forName:)` finds none in a document with a namespace.
    subscript(name: String) -> String? {
        attributes?.first { $0.name == name }?.stringValue
    }
}
