import Foundation
import Glibc
import TestSupport
import Testing

@Suite("The daemon's queue", .serialized)
struct DaemonQueueTests {
    /// A daemon that plays the second of three files, the first of which has vanished.
    private func behindVanished() async throws -> (daemon: SessionRun, client: SessionClient) {
        let daemon = try await SessionRun()
        let client = daemon.client()
        let names = ["first.mid", "second.mid"]
        for name in names { try daemon.place.add(PlayedSong.endless, name) }
        let paths = names.map { daemon.place.folder.path($0) }
        #expect(try await client.ask("play \(paths[0])") == ["OK"])
        #expect(try await client.ask("enqueue \(paths[1])").last == "OK")
        #expect(try await client.ask("next") == ["OK"])
        #expect(unlink(paths[0]) == 0)
        #expect(try await client.ask("seek 1h") == ["OK"])
        return (daemon, client)
    }

    @Test("stays at its entry if the file of another has vanished, and the current one plays on")
    func vanished() async throws {
        let (daemon, client) = try await behindVanished()
        let third = daemon.place.folder.path("third.mid")
        let listener = daemon.client()
        #expect(try await listener.ask("subscribe transport error") == ["OK"])
        let answer = try await client.ask("previous")
        #expect(answer.last?.hasPrefix("ERR 66 ") ?? false, "\(answer)")
        #expect(answer.last?.contains("first.mid: no such file") ?? false, "\(answer)")
        #expect(try await client.status("entry") == 2)
        #expect(try await client.status("state") == "playing")
        guard case .number(let seconds)? = try await client.status("seconds") else {
            throw TestSupportError("no time")
        }
        #expect(seconds >= 3_600)
        // The same at the other end of the queue; what follows is not loaded while it is paused.
        #expect(try await client.ask("pause") == ["OK"])
        try daemon.place.add(PlayedSong.endless, "third.mid")
        #expect(try await client.ask("enqueue \(third)").last == "OK")
        #expect(unlink(third) == 0)
        #expect(try await client.ask("next").last?.hasPrefix("ERR 66 ") ?? false)
        #expect(try await client.status("entry") == 2)
        #expect(try await client.status("state") == "paused")
        #expect(try await client.ask("continue") == ["OK"])
        #expect(try await client.ask("next").last?.hasPrefix("ERR 66 ") ?? false)
        #expect(try await client.status("state") == "playing")
        // No other event came.
        for change in ["paused", "changed", "continued"] {
            let event = try await listener.line() ?? ""
            #expect(event.contains(" change=\(change) "), "\(event)")
        }
        try await daemon.end()
    }

    @Test("stays at its entry while stopped, too")
    func vanishedWhileStopped() async throws {
        let (daemon, client) = try await behindVanished()
        #expect(try await client.ask("stop") == ["OK"])
        #expect(try await client.ask("previous").last?.hasPrefix("ERR 66 ") ?? false)
        #expect(try await client.status("entry") == 2)
        #expect(try await client.status("state") == "stopped")
        #expect(try await client.ask("continue") == ["OK"])
        #expect(try await client.status("entry") == 2)
        try await daemon.end()
    }

    /// A daemon with four files, the second of which plays.
    private func fourFiles() async throws -> (SessionRun, SessionClient, [String]) {
        let daemon = try await SessionRun()
        let client = daemon.client()
        let names = ["a.mid", "b.mid", "c.mid", "d.mid"]
        for name in names { try daemon.place.add(PlayedSong.endless, name) }
        let paths = names.map { daemon.place.folder.path($0) }
        #expect(try await client.ask("play \(paths[0])") == ["OK"])
        for path in paths.dropFirst() {
            #expect(try await client.ask("enqueue \(path)").last == "OK")
        }
        #expect(try await client.ask("jump 2") == ["OK"])
        #expect(try await client.status("file") == .string(paths[1]))
        return (daemon, client, paths)
    }

    /// The files of the queue by the last letter of their names.
    private func letters(_ client: SessionClient) async throws -> String {
        try await client.ask("queue").filter { $0.hasPrefix("entry: ") }
            .map { $0.dropLast(4).suffix(1) }.joined()
    }

    @Test("is edited while the current file plays on")
    func edited() async throws {
        let (daemon, client, paths) = try await fourFiles()
        #expect(try await client.ask("seek 1h") == ["OK"])
        #expect(try await client.ask("move 4 1") == ["OK"])
        #expect(try await letters(client) == "dabc")
        #expect(try await client.status("entry") == 3)
        #expect(try await client.ask("remove 1 2") == ["OK"])
        #expect(try await letters(client) == "bc")
        #expect(try await client.ask("enqueue \(paths[0])").last == "OK")
        #expect(try await client.ask("shuffle") == ["OK"])
        #expect(try await letters(client).hasPrefix("b"))
        guard case .number(let seconds)? = try await client.status("seconds") else {
            throw TestSupportError("no time")
        }
        #expect(seconds >= 3_600)
        #expect(try await client.status("state") == "playing")
        for (command, message) in [
            ("remove 4", "no entry 4: the queue has 1 to 3"),
            ("remove 3 4", "no entry 4: the queue has 1 to 3"),
            ("move 1 4", "no entry 4: the queue has 1 to 3"),
            ("jump 4", "no entry 4: the queue has 1 to 3"),
        ] {
            #expect(try await client.ask(command) == ["ERR 64 \(message)"])
        }
        #expect(try await client.ask("remove 3 2") == ["ERR 64 entry 2 is before entry 3"])
        #expect(try await letters(client).count == 3)
        try await daemon.end()
    }

    @Test("goes on behind the current file when that is removed, and stops at the end")
    func currentRemoved() async throws {
        let (daemon, client, paths) = try await fourFiles()
        #expect(try await client.ask("remove 2") == ["OK"])
        #expect(try await client.ask("ping") == ["OK"])
        #expect(try await client.status("file") == .string(paths[2]))
        #expect(try await client.status("state") == "playing")
        #expect(try await client.ask("pause") == ["OK"])
        #expect(try await client.ask("remove 2 3") == ["OK"])
        #expect(try await client.status("state") == "stopped")
        #expect(try await letters(client) == "a")
        #expect(try await client.ask("continue") == ["OK"])
        #expect(try await client.status("file") == .string(paths[0]))
        #expect(try await client.ask("remove 1") == ["OK"])
        #expect(try await client.status("state") == "stopped")
        #expect(try await client.ask("remove 1") == ["ERR 64 no entry 1: the queue is empty"])
        #expect(try await client.ask("jump 1") == ["ERR 64 no entry 1: the queue is empty"])
        #expect(try await client.ask("shuffle") == ["OK"])
        try await daemon.end()
    }

    @Test("what follows without a gap is the file that follows now")
    func followingAfterMove() async throws {
        let (daemon, client, paths) = try await fourFiles()
        let listener = daemon.client()
        #expect(try await listener.ask("subscribe transport") == ["OK"])
        // What would have followed is loaded already.
        #expect(try await client.ask("move 3 4") == ["OK"])
        #expect(try await client.ask("seek 2:59:59.9") == ["OK"])
        while let event = try await listener.line(), !event.contains(" change=started ") {}
        #expect(try await client.status("file") == .string(paths[3]))
        try await daemon.end()
    }

    @Test("takes files at a position, and has IDs that stay")
    func insertedByID() async throws {
        let (daemon, client, paths) = try await fourFiles()
        func ids() async throws -> [Int] {
            try await client.result("queue").list("entries").map { entry in
                guard case .number(let id)? = entry["id"] else { throw TestSupportError("no ID") }
                return Int(id)
            }
        }
        let before = try await ids()
        #expect(Set(before).count == 4)
        #expect(try await client.ask("insert \(paths[3])") == ["entry: 3", "OK"])
        #expect(try await client.ask("insert \(paths[3]) position=1") == ["entry: 1", "OK"])
        #expect(try await letters(client) == "dabdcd")
        #expect(try await client.ask("swap id:\(before[0]) 6") == ["OK"])
        #expect(try await letters(client) == "ddbdca")
        #expect(try await client.ask("move id:\(before[3]) 1") == ["OK"])
        #expect(try await ids().first == before[3])
        #expect(try await client.ask("jump id:\(before[2])") == ["OK"])
        #expect(try await client.status("file") == .string(paths[2]))
        #expect(try await client.ask("remove id:\(before[2])") == ["OK"])
        #expect(
            try await client.ask("jump id:\(before[2])")
                == ["ERR 64 no entry with the ID \(before[2]) in the queue"]
        )
        #expect(
            try await client.ask("insert \(paths[0]) position=7")
                == ["ERR 64 no position 7: expected 1 to 6"]
        )
        try await daemon.end()
    }

    /// A daemon with files of one beat each that waits for the events of its transport.
    private func shortFiles(_ modes: String...) async throws -> (SessionRun, SessionClient) {
        let daemon = try await SessionRun()
        let client = daemon.client()
        for name in ["a.mid", "b.mid"] { try daemon.place.add(PlayedSong.tone(), name) }
        let paths = ["a.mid", "b.mid"].map { "\"\(daemon.place.folder.path($0))\"" }
        for mode in modes { #expect(try await client.ask("\(mode) on") == ["OK"]) }
        let listener = daemon.client()
        #expect(try await listener.ask("subscribe transport") == ["OK"])
        #expect(try await client.ask("play \(paths[0]) \(paths[1])").last == "OK")
        return (daemon, listener)
    }

    /// The files that started, by the letters of their names, until it stops or there are some.
    private func started(_ client: SessionClient, most: Int = 5) async throws -> String {
        var letters = ""
        while letters.count < most, let event = try await client.line() {
            if event.contains(" change=stopped ") { return letters + "." }
            guard event.contains(" change=started "), let end = event.range(of: ".mid") else {
                continue
            }
            letters += event[..<end.lowerBound].suffix(1)
        }
        return letters
    }

    @Test("begins again after its end with repeat")
    func repeats() async throws {
        let (daemon, client) = try await shortFiles("repeat")
        #expect(try await started(client) == "ababa")
        try await daemon.end()
    }

    @Test("repeats a file with repeat and single")
    func repeatsOne() async throws {
        let (daemon, client) = try await shortFiles("repeat", "single")
        #expect(try await started(client, most: 3) == "aaa")
        try await daemon.end()
    }

    @Test("stops after each file with single, and goes on with the next")
    func single() async throws {
        let (daemon, client) = try await shortFiles("single")
        #expect(try await started(client) == "a.")
        let other = daemon.client()
        #expect(try await other.ask("play") == ["OK"])
        #expect(try await started(client) == "b.")
        try await daemon.end()
    }

    @Test("begins the next file before the end with crossfade, and keeps that over a restart")
    func crossfade() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        let watcher = daemon.client()
        for name in ["a.mid", "b.mid"] {
            try daemon.place.add(PlayedSong.tone(beats: 4), name)
        }
        #expect(try await watcher.ask("subscribe beat") == ["OK"])
        #expect(try await watcher.ask("subscribe track-end") == ["OK"])
        #expect(try await client.ask("crossfade 61")[0].hasPrefix("ERR -32602 "))
        #expect(try await client.ask("crossfade 0.75") == ["OK"])
        for name in ["a.mid", "b.mid"] {
            #expect(try await client.ask("enqueue \(daemon.place.folder.path(name))").last == "OK")
        }
        #expect(try await client.ask("play") == ["OK"])
        var events: [Substring] = []
        while let line = try await watcher.line() {
            if line.hasPrefix("EVENT beat ") {
                events += line.split(separator: " ").filter { $0.hasPrefix("beat=") }
            } else if line.hasPrefix("EVENT track-end ") {
                break
            }
        }
        // The fourth beat of the first file is 1.5 s after its start, its end at 2 s.
        #expect(
            events == [1, 2, 3, 1, 2, 3, 4].map { "beat=\($0)" }
                || events == [1, 2, 3, 1, 2, 3, 4, 1].map { "beat=\($0)" },
            "\(events)"
        )
        let saved = try await daemon.savedState()
        try await daemon.end()
        let other = try await SessionRun(restoring: saved)
        #expect(try await other.client().ask("status").contains("crossfade: 0.75"))
        try await other.end()
    }

    @Test("plays a file with a priority next in random order")
    func priority() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        #expect(try await client.ask("random on") == ["OK"])
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        for name in ["a.mid", "b.mid", "c.mid", "d.mid"] {
            try daemon.place.add(PlayedSong.tone(), name)
            #expect(try await client.ask("enqueue \(daemon.place.folder.path(name))").last == "OK")
        }
        #expect(try await client.ask("priority 4 1") == ["OK"])
        #expect(
            try await client.askJSON(#"{"jsonrpc":"2.0","id":1,"method":"queue"}"#)
                .contains(#""priority":1"#)
        )
        #expect(try await client.ask("priority 9 1").last?.hasPrefix("ERR 64 no entry 9") ?? false)
        #expect(try await client.ask("next").last == "OK")
        #expect(try await client.ask("status").contains { $0.hasSuffix("/c.mid") })
        try await daemon.end()
    }

    @Test("is empty at its end with consume")
    func consumes() async throws {
        let (daemon, client) = try await shortFiles("consume")
        #expect(try await started(client) == "ab.")
        let other = daemon.client()
        #expect(try await other.ask("queue").filter { !$0.hasPrefix("version: ") } == ["OK"])
        #expect(try await other.status("state") == "stopped")
        #expect(try await other.ask("play") == ["ERR 66 nothing to play: the queue is empty"])
        try await daemon.end()
    }

    @Test("stops if all of it has vanished, also with repeat")
    func repeatsNothing() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        #expect(try await client.ask("repeat on") == ["OK"])
        let names = ["a.mid", "b.mid"]
        for name in names {
            try daemon.place.add(PlayedSong.tone(), name)
            let path = daemon.place.folder.path(name)
            #expect(try await client.ask("enqueue \(path)").last == "OK")
            #expect(unlink(path) == 0)
        }
        #expect(try await client.ask("play").last?.hasPrefix("ERR 66 ") ?? false)
        #expect(try await client.status("state") == "stopped")
        try await daemon.end()
    }

    @Test("seeks by bars, beats and seconds while paused and while playing")
    func relativeSeeks() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        #expect(try await client.ask("pause") == ["OK"])
        #expect(try await client.ask("seek 17:3") == ["OK"])
        for (command, position) in [
            ("seek -2 bars", "15:3"), ("seek +1 beat", "15:4"), ("seek +1beat", "16:1"),
            ("seek +1s", "16:3"), ("seek -480t", "16:2"), ("seek -1h", "1:1"),
        ] {
            #expect(try await client.ask(command) == ["OK"])
            #expect(try await client.status("position") == .string(position), "\(command)")
        }
        #expect(try await client.ask("play") == ["OK"])
        #expect(try await client.ask("seek +1h") == ["OK"])
        guard case .number(let seconds)? = try await client.status("seconds") else {
            throw TestSupportError("no time")
        }
        #expect(seconds >= 3_600 && seconds < 3_700)
        let answer = try await client.ask("seek +2:1")
        #expect(answer.last?.hasPrefix("ERR -32602 seek: \"+2:1\" is not an offset") ?? false)
        try await daemon.end()
    }

    @Test("pauses and resumes by toggle")
    func toggle() async throws {
        let (daemon, client, _) = try await fourFiles()
        #expect(try await client.ask("toggle") == ["OK"])
        #expect(try await client.status("state") == "paused")
        #expect(try await client.ask("toggle") == ["OK"])
        #expect(try await client.status("state") == "playing")
        try await daemon.end()
    }

    @Test("loads the entry that it goes to, also while nothing plays")
    func loaded() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        #expect(try await client.ask("enqueue \(daemon.song)").last == "OK")
        #expect(try await client.ask("stop") == ["OK"])
        #expect(try await client.ask("next") == ["OK"])
        #expect(try await client.status("state") == "stopped")
        #expect(try await client.ask("seek 5:1") == ["OK"])
        #expect(try await client.ask("mute 1") == ["OK"])
        #expect(try await client.status("entry") == 2)
        try await daemon.end()
    }

    @Test("answers with the error if no entry can be played")
    func nothingLeft() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        let other = daemon.place.folder.path("other.mid")
        #expect(try await client.ask("enqueue \(other)").last == "OK")
        #expect(unlink(other) == 0)
        let answer = try await client.ask("continue")
        #expect(answer.last?.hasPrefix("ERR 66 ") ?? false, "\(answer)")
        #expect(try await client.status("state") == "stopped")
        try await daemon.end()
    }

    /// A file that takes long to read.
    private func addSlow(to place: Workplace) throws {
        var slow = SMFBuilder(format: 0, ticksPerQuarter: 480)
        slow.track {
            for index in 0..<400_000 as Range<UInt32> {
                $0.note(at: index * 480, length: 240, channel: 0, key: 60)
            }
        }
        try place.add(slow, "slow.mid")
    }

    /// A daemon whose first file has ended while the second one, which `next` goes to, is loaded.
    private func overdue() async throws -> (daemon: SessionRun, next: SessionClient) {
        let daemon = try await SessionRun()
        let (client, listener) = (daemon.client(), daemon.client())
        try daemon.place.add(PlayedSong.endless, "first.mid")
        try addSlow(to: daemon.place)
        try daemon.place.add(PlayedSong.endless, "third.mid")
        let folder = daemon.place.folder
        #expect(try await client.ask("play \(folder.path("first.mid"))") == ["OK"])
        // What follows is not loaded then.
        #expect(try await client.ask("pause") == ["OK"])
        for name in ["slow.mid", "third.mid"] {
            #expect(try await client.ask("enqueue \(folder.path(name))").last == "OK")
        }
        #expect(try await client.ask("seek 2:59:59.9") == ["OK"])
        #expect(try await listener.ask("subscribe transport") == ["OK"])
        try await client.send("next")
        #expect(try await daemon.client().ask("continue") == ["OK"])
        while let event = try await listener.line(), !event.contains(" change=ended ") {}
        return (daemon, client)
    }

    @Test("does not return to an ended entry if neither of two others can be read")
    func overdueTwice() async throws {
        let (daemon, next) = try await overdue()
        #expect(unlink(daemon.place.folder.path("third.mid")) == 0)
        let client = daemon.client()
        let answer = try await client.ask("next")
        #expect(answer.last?.hasPrefix("ERR 66 ") ?? false, "\(answer)")
        #expect(try await next.answer() == ["OK"])
        #expect(try await client.status("entry") == 2)
        try await daemon.end()
    }

    @Test("stops when it is emptied after the current file has ended")
    func clearedWhenOverdue() async throws {
        let (daemon, next) = try await overdue()
        let client = daemon.client()
        #expect(try await client.ask("clear") == ["OK"])
        #expect(try await client.status("state") == "stopped")
        #expect(try await client.status("entries") == 1)
        #expect(try await next.answer() == ["OK"])
        #expect(try await client.status("state") == "stopped")
        try await daemon.end()
    }

    @Test("goes to the requested entry though the one before cannot be read")
    func askedMeanwhile() async throws {
        let daemon = try await SessionRun()
        let (client, other) = (daemon.client(), daemon.client())
        let folder = daemon.place.folder
        for name in ["first.mid", "second.mid", "third.mid"] {
            try daemon.place.add(PlayedSong.endless, name)
        }
        try addSlow(to: daemon.place)
        let listener = daemon.client()
        #expect(try await listener.ask("subscribe transport") == ["OK"])
        #expect(try await client.ask("play \(folder.path("first.mid"))") == ["OK"])
        #expect(try await client.ask("seek 2:59:59.9") == ["OK"])
        while let event = try await listener.line(), !event.contains(" change=stopped ") {}
        for name in ["second.mid", "third.mid"] {
            #expect(try await client.ask("enqueue \(folder.path(name))").last == "OK")
        }
        #expect(unlink(folder.path("second.mid")) == 0)
        // Keeps the loader busy.
        try await other.send("enqueue \(folder.path("slow.mid"))")
        for _ in 0..<10 { #expect(try await client.status("state") == "stopped") }
        try await client.send("continue")
        while let event = try await listener.line(), !event.contains(" change=continued ") {}
        #expect(try await daemon.client().ask("previous") == ["OK"])
        #expect(try await client.answer() == ["OK"])
        #expect(try await client.status("entry") == 1)
        #expect(try await client.status("state") == "playing")
        try await daemon.end()
    }
}
