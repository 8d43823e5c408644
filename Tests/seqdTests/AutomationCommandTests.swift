import Foundation
import TestSupport
import Testing

@Suite("Automation of racks and songs")
struct AutomationCommandTests {
    /// A note of eight bars of a half note each, at 120 quarter notes a minute.
    private static var song: SMFBuilder {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track { track in
            track.meta(at: 0, type: 0x58, [2, 2, 24, 8])
            track.meta(at: 4 * 960, type: 6, Array("Outro".utf8))
            track.control(at: 0, channel: 0, 91, 127)
            track.note(at: 0, length: 8 * 960, channel: 0, key: 69)
        }
        return song
    }

    private func render(
        rack: String? = nil,
        song: String? = nil,
        _ arguments: String...
    ) async throws -> (sound: SoundFile?, text: String) {
        let place = try Workplace()
        try place.add(Self.song)
        var options = arguments
        if let rack {
            try place.folder.write(
                #"{"fallback": {"name": "keys", "fonts": ["\#(place.font)"]}, \#(rack)}"#,
                to: "rack.json"
            )
            options += ["--rack", "rack.json"]
        }
        if let song { try place.folder.write(song, to: "song.clips.json") }
        let run = try await place.run(
            [
                "render", "song.mid", "-o", "out.wav", "--no-reverb", "--no-chorus", "--format",
                "float", "--tail", "none",
            ] + options
        )
        guard run.status == .exited(0) else { return (nil, run.errorText) }
        return (try place.sound("out.wav"), run.errorText)
    }

    /// The level of the note in the middle of a second, dBFS.
    private func level(_ sound: SoundFile, second: Int, speed: Double = 1) throws -> Double {
        let middle = Int((Double(second) + 0.5) * 48_000 / speed)
        return try sound[0].level(ofPartial: 440, in: middle - 1_200..<middle + 1_200)
    }

    @Test(
        "moves strips along points at bars, markers and times, at any speed",
        arguments: [1.0, 2]
    )
    func points(_ speed: Double) async throws {
        let (plain, _) = try await render("--speed", "\(speed)x")
        let points = #"["3:1 0", "3:1 -12", "@Outro -12", "@Outro 0", "6s 0", "8s -inf"]"#
        let (sound, text) = try await render(
            rack: #""automation": {"keys": {"gain": \#(points)}}"#,
            song: nil,
            "--speed",
            "\(speed)x"
        )
        let (one, other) = (try #require(plain), try #require(sound, "\(text)"))
        // Half of the fader's way.
        let half = 20 * log10(0.125)
        for (second, expected) in [(0, 0), (1, 0), (2, -12), (3, -12), (4, 0), (5, 0)] {
            let difference =
                try level(other, second: second, speed: speed)
                - level(one, second: second, speed: speed)
            #expect(abs(difference - Double(expected)) < 0.1, "second \(second): \(difference)")
        }
        let middle = Int(7 * 48_000 / speed)
        let range = middle - 240..<middle + 240
        let difference =
            try other[0].level(ofPartial: 440, in: range)
            - one[0].level(ofPartial: 440, in: range)
        #expect(abs(difference - half) < 0.3, "\(difference)")
    }

    @Test("may belong to the song, before that of the rack, and is right from any position")
    func song() async throws {
        let (sound, text) = try await render(
            rack: #""automation": {"keys": {"gain": ["1:1 -20"]}, "master": {"gain": ["1:1 -3"]}}"#,
            song: #"{"automation": {"keys": {"gain": ["1:1 0", "5:1 0", "5:1 -6"]}}}"#,
            "--from",
            "6:1",
            "--chase-notes"
        )
        let (plain, _) = try await render("--from", "6:1", "--chase-notes")
        let (one, other) = (try #require(plain), try #require(sound, "\(text)"))
        let difference = try level(other, second: 0) - level(one, second: 0)
        #expect(abs(difference + 9) < 0.05, "\(difference)")
    }

    private static let inserts = """
        "drums": "none",
        "automation": {"keys": {"insert 2 band 1 gain": ["1:1 0", "3:1 0", "3:1 -12"]},
                       "master": {"insert 1 width": ["1:1 0"]}},
        "inserts": {"master": "width"}
        """

    @Test("moves numbers of inserts by their names")
    func inserts() async throws {
        let (plain, _) = try await render()
        let rack = Self.inserts
        let (sound, text) = try await render(
            rack: rack,
            song: nil,
            "--insert",
            "keys=width",
            "--insert",
            "keys=eq,peak=440:6"
        )
        let (one, other) = (try #require(plain), try #require(sound, "\(text)"))
        #expect(try abs(level(other, second: 0) - level(one, second: 0)) < 0.1)
        #expect(try abs(level(other, second: 3) - level(one, second: 3) + 12) < 0.1)
        #expect(other[0].samples == other[1].samples)
    }

    @Test("moves the inserts of a further output, and the effects")
    func otherPlaces() async throws {
        func sound(_ automation: String) async throws -> SoundFile {
            let place = try Workplace()
            try place.add(Self.song)
            try place.folder.write(
                """
                {"fallback": {"name": "keys", "fonts": ["\(place.font)"], "output": "1-2+3-4",
                              "reverb": 12},
                 "drums": "none", "inserts": {"output:3-4": "eq,peak=440:6"},
                 "effects": {"main": {"reverb": "room", "chorus": null}},
                 "automation": \(automation)}
                """,
                to: "rack.json"
            )
            let run = try await place.run([
                "render", "song.mid", "-o", "out.wav", "--format", "float", "--tail", "none",
                "--rack", "rack.json",
            ])
            #expect(run.status == .exited(0), "\(run.errorText)")
            return try place.sound("out.wav")
        }
        let plain = try await sound("{}")
        let moved = try await sound(
            """
            {"output:3-4": {"insert 1 band 1 gain": ["1:1 6", "3:1 6", "3:1 -12"]},
             "effects:main": {"reverb level": ["1:1 0"]}}
            """
        )
        func level(_ sound: SoundFile, _ channel: Int, _ second: Int) throws -> Double {
            let middle = second * 48_000 + 24_000
            return try sound[channel].level(ofPartial: 440, in: middle - 1_200..<middle + 1_200)
        }
        for (second, expected) in [(1, 0.0), (5, -18)] {
            let difference = try level(moved, 2, second) - level(plain, 2, second)
            #expect(abs(difference - expected) < 0.1, "second \(second): \(difference)")
        }
        // Without reverberation, the first pair is what the strip plays: both sides alike.
        let isDry = moved[0].samples == moved[1].samples
        let isWet = plain[0].samples != plain[1].samples
        #expect(isDry && isWet)
    }

    @Test(
        "names what inserts do not have",
        arguments: [
            (#"{"keys": {"insert 3 mix": ["1:1 0"]}}"#, "no insert 3; the rack gives the strip 2"),
            (#"{"keys": {"insert 1 widht": ["1:1 0"]}}"#, "did you mean \"width\"?"),
            (
                #"{"keys": {"insert 2 band 2 gain": ["1:1 0"]}}"#,
                "eq has no number \"band 2 gain\" that can move"
            ),
            (#"{"keys": {"insert 2 band 1 gain": ["1:1 30"]}}"#, "30: expected -24 to 24 dB"),
            (#"{"keys": {"insert 1 width": ["1:1 wide"]}}"#, "expected a number"),
            (#"{"keys": {"insert 0 width": ["1:1 1"]}}"#, "unknown key"),
            (#"{"keys": {"insert 9223372036854775807 mix": ["1:1 1"]}}"#, "unknown key"),
            (#"{"master": {"insert 1 bypass": ["1:1 1"]}}"#, "expected mix, width"),
        ]
    )
    func insertFaults(_ automation: String, _ message: String) async throws {
        let (sound, text) = try await render(
            rack: Self.inserts,
            song: #"{"automation": \#(automation)}"#,
            "--insert",
            "keys=width",
            "--insert",
            "keys=eq,peak=440:6"
        )
        #expect(sound == nil && text.contains(message), "\(text)")
    }

    @Test(
        "has faults that name the place",
        arguments: [
            (#"{"automation": {"key": {"gain": ["1:1 0"]}}}"#, "did you mean \"keys\"?"),
            (#"{"automation": {"keys": {"gian": ["1:1 0"]}}}"#, "did you mean \"gain\"?"),
            (#"{"automation": {"keys": {"gain": ["1:1"]}}}"#, "expected POSITION VALUE"),
            (#"{"automation": {"keys": {"gain": ["1:1 40"]}}}"#, "expected -inf, or -200 to 12 dB"),
            (#"{"automation": {"keys": {"gain": ["2:1 0", "1:1 0"]}}}"#, "1:1 is before the point"),
            (#"{"automation": {"master": {"pan": ["1:1 0"]}}}"#, "unknown key"),
            (
                #"{"automation": {"effects:main": {"gain": ["1:1 0"]}}}"#,
                "effects:main.gain: unknown key"
            ),
            (
                #"{"automation": {"effects:main": {"reverb levle": ["1:1 0"]}}}"#,
                "did you mean \"reverb level\"?"
            ),
            (
                #"{"automation": {"effects:main": {"reverb level": ["1:1 2"]}}}"#,
                "\"1:1 2\": expected 0 to 1"
            ),
            (
                #"{"automation": {"effects:main": {"reverb level": ["1:1 x"]}}}"#,
                "expected a number"
            ),
            (
                #"{"automation": {"effects:hall": {"reverb level": ["1:1 0"]}}}"#,
                "effects:hall: not in the mixer; expected one of master, effects:main"
            ),
            (
                #"{"automation": {"output:3-4": {"insert 1 mix": ["1:1 0"]}}}"#,
                "output:3-4: not in the mixer"
            ),
            (
                #"{"automation": {"effects:main": {"insert 1 mix": ["1:1 0"]}}}"#,
                "no insert 1; the rack gives the strip none"
            ),
            (#"{"automation": {"keys": {"gain": ["@Solo 0"]}}}"#, "Solo"),
            (#"{}"#, "missing"),
        ]
    )
    func faults(_ song: String, _ message: String) async throws {
        let (sound, text) = try await render(rack: #""drums": "none""#, song: song)
        #expect(sound == nil && text.contains(message), "\(text)")
    }
}
