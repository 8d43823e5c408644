import Foundation
import Testing

@testable import ControlProtocol

@Suite("The table of commands")
struct CommandTableTests {
    @Test("makes the reference of docs/PROTOCOL.md")
    func reference() throws {
        let document = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("docs/PROTOCOL.md")
        let text = try String(contentsOf: document, encoding: .utf8)
        #expect(CommandReference.text.count > 2_000)
        #expect(
            text.contains(CommandReference.text),
            """
            the reference is stale; to renew it:
            sed -i -e '/<!-- reference:/,/<!-- end of the reference/{/<!-- end/!d;r /dev/stdin' \
            -e 'd}' docs/PROTOCOL.md < <(seqd daemon --print-reference)
            """
        )
    }

    @Test(
        "suggests the command that may have been meant",
        arguments: [
            ("volume", "gain"), ("resume", "continue"), ("add", "enqueue"), ("prev", "previous"),
            ("noteon", "note"), ("prog", "program"), ("playlist", "queue"),
            ("soundfont", "load-font"), ("rm", "delete-playlist"), ("listplaylists", "playlists"),
            ("playpause", "toggle"), ("del", "remove"), ("pley", "play"), ("SEEK", "seek"),
            ("set_volume", "gain"),
            ("player_loop", "loop"), ("exit", "quit"),
        ]
    )
    func suggestion(_ name: String, _ command: String) {
        let error = #expect(throws: RequestError.self) { try Request(words: name) }
        #expect(error?.code == .unknownCommand)
        #expect(error?.message == "unknown command '\(name)'; did you mean '\(command)'?")
    }

    @Test("suggests nothing if no command is near, and only those that exist")
    func noSuggestion() {
        #expect(CommandTable.suggestion(for: "zzz") == nil)
        #expect(CommandTable.suggestion(for: "") == nil)
        let error = CommandTable.unknown("zzz")
        #expect(error.message == "unknown command 'zzz'; help lists all commands")
        let names = Set(CommandTable.commands.map(\.name))
        #expect(CommandTable.synonyms.values.allSatisfy(names.contains))
        #expect(CommandTable.synonyms.keys.allSatisfy { !names.contains($0) })
    }

    @Test("lets an observer change nothing")
    func permissions() {
        for command in CommandTable.commands {
            if command.isReadOnly { #expect(command.permission == .observer) }
            if command.timing != nil { #expect(command.permission >= .transport) }
        }
        #expect(Command.Quit.details.permission == .admin)
        #expect(Permission.observer < .transport && .transport < .admin)
    }
}
