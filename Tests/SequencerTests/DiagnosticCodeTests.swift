import Foundation
import GameMusic
import SMF
import Sequencer
import Testing

@Suite("Codes of diagnostics")
struct DiagnosticCodeTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The raw values of the codes that a source file declares.
    private static func codes(declaredIn path: String) throws -> [String] {
        try text("Sources/\(path)").matches(of: /= Self\(rawValue: "(.+)"\)/).map { String($0.1) }
    }

    @Test(
        "each list has all codes that are declared, in their order",
        arguments: [
            ("SMF/Diagnostic+Code.swift", Diagnostic.Code.fileCodes),
            (
                "GameMusic/Diagnostic+GameMusicCodes.swift",
                Diagnostic.Code.gameMusicCodes
            ),
            (
                "Sequencer/Sequence/Events/Diagnostic+SequenceCodes.swift",
                Diagnostic.Code.sequenceCodes
            ),
            ("Sequencer/Faults/Diagnostic+FaultCodes.swift", Diagnostic.Code.faultCodes),
        ]
    )
    func lists(_ path: String, _ list: [Diagnostic.Code]) throws {
        #expect(!list.isEmpty)
        #expect(try Self.codes(declaredIn: path) == list.map(\.rawValue))
    }

    @Test("no two codes are equal")
    func distinct() {
        let all =
            Diagnostic.Code.fileCodes + Diagnostic.Code.gameMusicCodes
            + Diagnostic.Code.sequenceCodes + Diagnostic.Code.faultCodes
        #expect(Set(all).count == all.count)
    }

    @Test("docs/check.md explains every code")
    func documented() throws {
        let all =
            Diagnostic.Code.fileCodes + Diagnostic.Code.gameMusicCodes
            + Diagnostic.Code.sequenceCodes + Diagnostic.Code.faultCodes
        let fontCodes = try Self.codes(declaredIn: "FileTools/Check/Diagnostic+FontCodes.swift")
        #expect(fontCodes.count == 7)
        let page = try Self.text("docs/check.md")
        let missing = (all.map(\.rawValue) + fontCodes).filter { !page.contains("`\($0)`") }
        #expect(missing.isEmpty)
    }
}
