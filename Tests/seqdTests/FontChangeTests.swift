import Foundation
import SamplerHost
import TestSupport
import Testing

@testable import SeqdDaemon

/// The other font lacks the program 0:5 `left`, for which 0:0 `sine` plays.
@Suite("load-font", .serialized)
struct FontChangeTests {
    private let run: SessionRun
    private let client: SessionClient
    private let watcher: SessionClient
    private let other: String
    private let odd: String

    init() async throws {
        let place = try DaemonRun.place()
        other = try place.folder.write(Self.otherFont, to: "other font.sf2")
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track { track in
            track.program(at: 0, channel: 0, 5)
            track.note(at: 0, length: 480 * 4_000, channel: 0, key: 60)
        }
        odd = try place.folder.write(song.bytes, to: "odd.mid")
        run = try await SessionRun(in: place)
        client = run.client()
        watcher = run.client()
    }

    private static let otherFont = SoundFontBytes.withPreset(
        MeasuringFont().bytes,
        named: "left",
        program: 100
    )

    private var font: String { run.place.font }

    private func fonts() async throws -> [String] {
        try await client.ask("status").filter { $0.hasPrefix("font: ") }
    }

    private func waiting() async throws -> [String] {
        try await client.ask("status").filter { $0.hasPrefix("waiting: ") }
    }

    @Test("says which presets of the file are substituted, in the answer and by events")
    func substitutions() async throws {
        try await watcher.ask("subscribe substitution")
        #expect(try await client.ask("play \"\(odd)\"") == ["OK"])
        #expect(
            try await client.ask("load-font \"\(other)\"") == [
                "substitution: 0:5 left -> 0:0 sine", "OK",
            ]
        )
        #expect(
            try await watcher.event("substitution")
                == "EVENT substitution 1 preset=0:5 substitute=0:0 name=sine file=\(odd)"
        )
        #expect(try await fonts() == ["font: \(other)"])
        #expect(try await client.ask("load-font \(font)") == ["OK"])
        let json = try await client.askJSON(
            #"{"jsonrpc":"2.0","id":1,"method":"load-font","params":{"fonts":["\#(other)"]}}"#
        )
        #expect(
            json.contains(
                #""substitutions":[{"preset":"0:5","presetName":"left","substitute":"0:0","#
                    + #""name":"sine"}]"#
            ),
            "\(json)"
        )
        try await run.end()
    }

    @Test("with `engine` plays the SoundFonts with its voices, until another one is chosen")
    func engine() async throws {
        #expect(try await client.ask("play \"\(odd)\"") == ["OK"])
        func engines() async throws -> [SynthesisEngine] {
            try await run.samplerSettings().map(\.engine)
        }
        #expect(try await engines() == [.auto, .auto])
        #expect(try await client.ask("load-font \(font) engine=seqd") == ["engine: seqd", "OK"])
        #expect(try await engines() == [.seqd, .seqd])
        // Others are played with it too, and what plays next.
        #expect(try await client.ask("load-font \(font)+3").contains("engine: seqd"))
        #expect(try await client.ask("play \"\(run.song)\"") == ["OK"])
        #expect(try await engines() == [.seqd, .seqd])
        #expect(try await client.ask("metronome on") == ["OK"])
        #expect(
            try await client.ask("load-font \(font) engine=seqd at=300:1").contains("engine: seqd")
        )
        #expect(try await client.ask("load-font \(font) engine=auto") == ["OK"])
        #expect(try await engines() == [.auto, .auto])
        let refused = try await client.ask("load-font \(font) engine=csound")
        #expect(
            refused.last?.hasSuffix(#""csound": expected auto, fluidsynth, seqd"#) ?? false,
            "\(refused)"
        )
        try await run.end()
    }

    @Test("if strict, refuses SoundFonts that lack a preset of the file, and changes nothing")
    func strict() async throws {
        #expect(try await client.ask("play \"\(odd)\"") == ["OK"])
        for position in ["", " at=9:1"] {
            let refused = try await client.ask("load-font \"\(other)\" strict=on\(position)")
            #expect(
                refused == [
                    "ERR 65 the SoundFonts lack presets in use: 0:5 left -> 0:0 sine; "
                        + "the old SoundFonts stay in use"
                ]
            )
        }
        #expect(try await fonts() == ["font: \(font)"])
        #expect(try await waiting().isEmpty)
        let status = try await client.ask("status")
        #expect(!status.contains { $0.hasPrefix("substitution: ") }, "\(status)")
        #expect(try await client.ask("load-font \(font) strict=on") == ["OK"])
        // Nothing plays it any more.
        #expect(try await client.ask("play \"\(run.song)\"") == ["OK"])
        #expect(try await client.ask("load-font \"\(other)\" strict=on") == ["OK"])
        try await run.end()
    }

    @Test("has commands beside it that add, move and remove one SoundFont")
    func oneFont() async throws {
        #expect(try await client.ask("play \"\(odd)\"") == ["OK"])
        #expect(try await client.ask("add-font \"\(other)\" strict=on") == ["OK"])
        #expect(try await fonts() == ["font: \(other)", "font: \(font)"])
        #expect(try await client.ask("add-font \(font)+128 place=9") == ["OK"])
        #expect(try await fonts() == ["font: \(other)", "font: \(font)", "font: \(font)+128"])
        #expect(try await client.ask("add-font \"\(other)\" place=2") == ["OK"])
        #expect(try await fonts() == ["font: \(font)", "font: \(other)", "font: \(font)+128"])
        #expect(
            try await client.ask("remove-font \(font) strict=on") == [
                "ERR 65 the SoundFonts lack presets in use: 0:5 left -> 0:0 sine; "
                    + "the old SoundFonts stay in use"
            ]
        )
        #expect(try await client.ask("remove-font \(font)+128") == ["OK"])
        #expect(
            try await client.ask("remove-font /x.sf2") == [
                "ERR 64 /x.sf2: not in use; expected one of \(font), \(other)"
            ]
        )
        #expect(
            try await client.ask("remove-font \(font)") == [
                "substitution: 0:5 left -> 0:0 sine", "OK",
            ]
        )
        #expect(
            try await client.ask("remove-font \"\(other)\"") == [
                "ERR 64 \(other): the only SoundFont in use; load-font replaces it"
            ]
        )
        #expect(try await fonts() == ["font: \(other)"])
        try await run.end()
    }

    @Test("is taken back by undo-font, with its engine, and made again")
    func undo() async throws {
        #expect(try await client.ask("undo-font") == Self.nothingToUndo)
        #expect(try await client.ask("play \"\(odd)\"") == ["OK"])
        #expect(try await client.ask("load-font \"\(other)\" engine=seqd").last == "OK")
        #expect(try await client.ask("undo-font") == ["OK"])
        #expect(try await fonts() == ["font: \(font)"])
        #expect(try await run.samplerSettings().map(\.engine) == [.auto, .auto])
        #expect(
            try await client.ask("undo-font") == [
                "substitution: 0:5 left -> 0:0 sine", "engine: seqd", "OK",
            ]
        )
        #expect(try await fonts() == ["font: \(other)"])
        #expect(try await run.samplerSettings().map(\.engine) == [.seqd, .seqd])
        // At a position too, and one that fails changes nothing.
        #expect(try await client.ask("undo-font at=next-bar").last == "OK")
        #expect(try await client.ask("load-font /etc/passwd").last?.hasPrefix("ERR 65") ?? false)
        try await run.end()
    }

    private static let nothingToUndo = [
        "ERR 64 nothing to undo: a client has not changed the SoundFonts, or something else has since"
    ]

    @Test("leaves undo-font nothing to do once a rack has brought other SoundFonts")
    func undoAfterRack() async throws {
        let text = #"{"samplers":[],"fallback":{"name":"rest","fonts":["\#(other)"]}}"#
        let rack = try run.place.folder.write(Array(text.utf8), to: "other.json")
        #expect(try await client.ask("play \"\(run.song)\"") == ["OK"])
        #expect(try await client.ask("add-font \"\(other)\"") == ["OK"])
        #expect(try await client.ask("load-rack \"\(rack)\"").last == "OK")
        #expect(try await client.ask("undo-font") == Self.nothingToUndo)
        try await run.end()
    }

    @Test("waits while the files in use are read again, which is no change of the SoundFonts")
    func reloadWhileWaiting() async throws {
        try await watcher.ask("subscribe action")
        #expect(try await client.ask("play \"\(odd)\"") == ["OK"])
        #expect(try await client.ask("load-font \"\(other)\" at=300:1").last == "OK")
        #expect(try await client.ask("reload-fonts") == ["OK"])
        #expect(try await waiting().count == 1)
        #expect(try await client.ask("undo-font") == Self.nothingToUndo)
        #expect(try await client.ask("add-font \"\(other)\"") == ["OK"])
        #expect(try await watcher.event("action").hasSuffix("reason=\"replaced by add-font\""))
        #expect(try await client.ask("undo-font") == ["OK"])
        #expect(try await fonts() == ["font: \(font)"])
        try await run.end()
    }

    @Test("reads files again that have changed, if reload-fonts is given")
    func reload() async throws {
        #expect(try await client.ask("play \"\(odd)\"") == ["OK"])
        #expect(try await client.ask("load-font \"\(other)\"").count == 2)
        func presets() async throws -> [String] {
            try await client.ask("presets").filter { $0.hasSuffix(" left") }
        }
        #expect(try await presets() == ["preset: 0:100 left"])
        try run.place.folder.write(MeasuringFont().bytes, to: "other font.sf2")
        #expect(try await presets() == ["preset: 0:100 left"])
        #expect(try await client.ask("reload-fonts") == ["OK"])
        #expect(try await presets() == ["preset: 0:5 left"])
        try run.place.folder.write([1, 2, 3], to: "other font.sf2")
        #expect(try await client.ask("reload-fonts").last?.hasPrefix("ERR 65") ?? false)
        #expect(try await presets() == ["preset: 0:5 left"])
        try await run.end()
    }

    @Test("compares the SoundFonts with what the live inputs play")
    func live() async throws {
        try await watcher.ask("subscribe substitution")
        #expect(try await client.ask("program 1 0:5") == ["OK"])
        // The engine has got to here when it reports this one.
        #expect(try await client.ask("program 2 9:9").last == "OK")
        _ = try await watcher.event("substitution")
        let refused = try await client.ask("load-font \"\(other)\" strict=on")
        #expect(
            refused.first?.contains("0:5 left -> 0:0 sine, 9:9 -> 0:0 sine") == true,
            "\(refused)"
        )
        let loaded = try await client.ask("load-font \"\(other)\"")
        #expect(
            loaded == [
                "substitution: 0:5 left -> 0:0 sine", "substitution: 9:9 -> 0:0 sine", "OK",
            ]
        )
        try await run.end()
    }

    @Test("with `at` takes over at the position, and reports the frame")
    func position() async throws {
        try await watcher.ask("subscribe action")
        #expect(try await client.ask("play \"\(odd)\"") == ["OK"])
        let answer = try await client.ask("load-font \"\(other)\" at=next-bar")
        #expect(answer.count == 4, "\(answer)")
        #expect(answer.first == "action: 1" && answer[1].hasPrefix("due: "), "\(answer)")
        #expect(answer[2] == "substitution: 0:5 left -> 0:0 sine")
        let due = answer[1].dropFirst("due: ".count)
        #expect(
            try await watcher.event("action")
                == "EVENT action 1 action=1 command=load-font state=done due=\(due) frame=\(due)"
        )
        #expect(try await fonts() != ["font: \(font)"])
        try await run.end()
    }

    @Test("takes the place of another one that waits; a failure leaves that waiting")
    func again() async throws {
        try await watcher.ask("subscribe action")
        #expect(try await client.ask("play \"\(odd)\"") == ["OK"])
        #expect(try await client.ask("load-font \"\(other)\" at=300:1").last == "OK")
        #expect(try await client.ask("load-font /etc/passwd")[0].hasPrefix("ERR 65 "))
        #expect(try await client.ask("load-font \"\(other)\" at=0:0")[0].hasPrefix("ERR "))
        #expect(
            try await client.ask("load-font \"\(other)\" strict=on at=301:1")[0]
                .hasPrefix("ERR 65 ")
        )
        #expect(try await waiting().count == 1)
        #expect(try await client.ask("load-font \(font) at=400:1").last == "OK")
        let cancelled = "state=cancelled due=28704000 reason=\"replaced by another load-font\""
        #expect(
            try await watcher.event("action")
                == "EVENT action 1 action=1 command=load-font \(cancelled)"
        )
        #expect(try await waiting().count == 1)
        #expect(try await client.ask("load-font \(font)") == ["OK"])
        #expect(try await watcher.event("action").contains("replaced by another load-font"))
        #expect(try await waiting().isEmpty)
        try await run.end()
    }

    @Test(
        "that waits is cancelled with the reason",
        arguments: [
            ("stop", #"reason="playback was stopped""#), ("cancel", nil),
            (#"play "$song""#, #"reason="another file was loaded""#),
        ] as [(String, String?)]
    )
    func cancelled(_ line: String, _ reason: String?) async throws {
        try await watcher.ask("subscribe action")
        #expect(try await client.ask("play \"\(odd)\"") == ["OK"])
        #expect(try await client.ask("load-font \"\(other)\" at=300:1").last == "OK")
        let command = line.replacingOccurrences(of: "$song", with: run.song)
        #expect(try await client.ask(command).last == "OK")
        let event = try await watcher.event("action")
        #expect(event.contains("action=1 command=load-font state=cancelled"), "\(event)")
        if let reason {
            #expect(event.hasSuffix(reason), "\(event)")
        } else {
            #expect(!event.contains("reason"), "\(event)")
        }
        #expect(try await fonts() == ["font: \(font)"])
        try await run.end()
    }

    @Test("fails at its position if the file has changed since, and the old ones stay")
    func changedFile() async throws {
        try await watcher.ask("subscribe action")
        #expect(try await client.ask("play \"\(odd)\"") == ["OK"])
        #expect(try await client.ask("load-font \"\(other)\" at=300:1").last == "OK")
        try FileManager.default.removeItem(atPath: other)
        #expect(try await client.ask("seek 299:4:400") == ["OK"])
        let event = try await watcher.event("action")
        #expect(event.contains("state=failed due=28704000 number=65"), "\(event)")
        #expect(event.contains("changed since it was read; the old SoundFonts stay"), "\(event)")
        #expect(try await fonts() == ["font: \(font)"])
        try await run.end()
    }

    @Test("refuses a position that does not exist, without a file or behind")
    func positions() async throws {
        #expect(
            try await client.ask("load-font \(font) at=2:1") == ["ERR 66 no file loaded"]
        )
        #expect(try await client.ask("play \"\(odd)\"") == ["OK"])
        #expect(try await client.ask("load-font \(font) at=9999:1")[0].hasPrefix("ERR 64 "))
        #expect(try await client.ask("seek 300:1") == ["OK"])
        #expect(
            try await client.ask("load-font \(font) at=2:1") == [
                "ERR 64 2:1 has already been passed"
            ]
        )
        try await run.end()
    }
}
