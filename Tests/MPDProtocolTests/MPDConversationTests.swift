import MPDProtocol
import Testing

@Suite("A conversation with a client of MPD")
struct MPDConversationTests {
    /// Answers to lines, with a player that answers each command by its name and arguments.
    private static func answers(_ lines: [String]) -> [String] {
        var conversation = MPDConversation()
        return lines.map { line in
            switch conversation.take(.text(line)) {
            case .none: ""
            case .send(let text): text
            case .close(let text): text + "CLOSED"
            case .perform(let batch): answer(batch)
            }
        }
    }

    private static func answer(_ batch: MPDBatch) -> String {
        let answer = batch.answer { (name, arguments) throws(MPDFault) in
            if name == .play { throw MPDFault(.argument, "Bad\nsong index") }
            var reply = MPDReply()
            if name != .ping { reply.add(name.rawValue, arguments.joined(separator: ",")) }
            return reply
        }
        return answer.text + (answer.closes ? "CLOSED" : "")
    }

    @Test("has an answer for each command, and an error with its number and its command")
    func commands() {
        #expect(
            Self.answers(["ping", "setvol 5", "play 9", "sing", "setvol", "ping x", "close"])
                == [
                    "OK\n", "setvol: 5\nOK\n", "ACK [2@0] {play} Bad song index\n",
                    "ACK [5@0] {} unknown command \"sing\"\n",
                    "ACK [2@0] {setvol} too few arguments for \"setvol\"\n",
                    "ACK [2@0] {ping} too many arguments for \"ping\"\n", "CLOSED",
                ]
        )
    }

    @Test("has command lists, whose answer ends with the first error and its index")
    func lists() {
        #expect(
            Self.answers(["command_list_begin", "ping", "setvol 5", "command_list_end"]).last
                == "setvol: 5\nOK\n"
        )
        #expect(
            Self.answers(["command_list_ok_begin", "ping", "setvol 5", "command_list_end"]).last
                == "list_OK\nsetvol: 5\nlist_OK\nOK\n"
        )
        #expect(
            Self.answers(["command_list_ok_begin", "ping", "play 1", "ping", "command_list_end"])
                == ["", "", "", "", "list_OK\nACK [2@1] {play} Bad song index\n"]
        )
        #expect(
            Self.answers(["command_list_begin", "ping", "sing", "command_list_end", "ping"])[3...]
                == ["ACK [5@1] {} unknown command \"sing\"\n", "OK\n"]
        )
        #expect(
            Self.answers(["command_list_begin", "idle", "command_list_end"]).last
                == "ACK [1@0] {idle} not allowed in a command list\n"
        )
        #expect(
            Self.answers(["command_list_begin", "ping", "close", "command_list_end"]).last
                == "CLOSED"
        )
        #expect(Self.answers(["command_list_begin", "command_list_end"]).last == "OK\n")
        #expect(
            Self.answers(["command_list_end"])
                == ["ACK [5@0] {} unknown command \"command_list_end\"\n"]
        )
    }

    @Test("ends when a command list becomes too long, or has a line that is not text")
    func longList() {
        let line = "add " + String(repeating: "x", count: 60_000)
        let answers = Self.answers(["command_list_begin"] + Array(repeating: line, count: 40))
        #expect(answers.contains { $0.hasPrefix("ACK [52@0] {} the command list is longer") })
        var conversation = MPDConversation()
        _ = conversation.take(.text("command_list_begin"))
        guard case .close = conversation.take(.garbage) else {
            Issue.record("the list continues")
            return
        }
    }

    @Test("refuses an answer that would take too much memory")
    func largeAnswer() {
        var batch = MPDBatch(saysListOK: false)
        batch.lines = Array(repeating: "playlistinfo", count: 100)
        var large = MPDReply()
        large.add("file", String(repeating: "x", count: 1 << 20))
        let answer = batch.answer { (_, _) throws(MPDFault) in large }
        #expect(answer.text.hasPrefix("ACK [52@15] {playlistinfo} "))
    }

    @Test("waits for changes, of any or of some subsystems")
    func idle() {
        var conversation = MPDConversation()
        #expect(conversation.take(.text("idle")) == .none)
        #expect(conversation.note([.player, .mixer]) == "changed: player\nchanged: mixer\nOK\n")
        // Nothing is told twice.
        #expect(conversation.take(.text("idle player")) == .none)
        #expect(conversation.note([.options]) == nil)
        #expect(conversation.note([.player]) == "changed: player\nOK\n")
    }

    @Test("tells at once what has changed since the last wait")
    func changedBefore() {
        var conversation = MPDConversation()
        #expect(conversation.note([.playlist]) == nil)
        #expect(conversation.take(.text("idle mixer")) == .none)
        #expect(conversation.take(.text("noidle")) == .send("OK\n"))
        #expect(
            conversation.take(.text("idle \"playlist\"")) == .send("changed: playlist\nOK\n")
        )
        #expect(conversation.take(.text("idle stored_playlist")) == .none)
        #expect(conversation.note([.storedPlaylist]) == "changed: stored_playlist\nOK\n")
    }

    @Test("ignores a noidle that comes too late, and ends after another command while it waits")
    func noidle() {
        var conversation = MPDConversation()
        #expect(conversation.take(.text("noidle")) == .none)
        #expect(
            conversation.take(.text("idle sound"))
                == .send("ACK [2@0] {idle} Unrecognized idle event: sound\n")
        )
        #expect(conversation.take(.text("idle")) == .none)
        #expect(conversation.take(.text("ping")) == .close(""))
    }

    @Test("ends after the first line of a browser, and after all else that is no command")
    func browser() {
        for line in ["POST / HTTP/1.1", "Host: 127.0.0.1:6600", "\u{16}\u{3}", "", " ping", "7"] {
            #expect(Self.answers([line]) == ["CLOSED"])
        }
        for line in [MPDLineReader.Line.garbage, .tooLong] {
            var conversation = MPDConversation()
            #expect(conversation.take(line) == .close(""))
        }
    }
}
