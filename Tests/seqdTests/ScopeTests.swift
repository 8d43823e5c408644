import Foundation
import FoundationXML
import TestSupport
import Testing

@Suite("seqd scope with a file")
struct ScopeTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    /// Writes a sine of 997 Hz at −23 dBFS on both sides.
    private func addSine(_ name: String = "a.wav", seconds: Int = 4) throws {
        let sine = WAVBuilder.sine(997, frames: 48_000 * seconds, amplitude: pow(10, -23.0 / 20))
        var wave = WAVBuilder([sine, sine])
        wave.bits = 24
        try place.folder.write(wave.bytes, to: name)
    }

    private func scope(_ arguments: String..., input: [UInt8] = []) async throws -> CommandRun {
        try await place.run(["scope"] + arguments, input: input)
    }

    static let views = [
        ("oscilloscope", "peak left -23.0 dBFS, right -23.0 dBFS"), ("lissajous", "a.png: 4.0s"),
        ("spectrum", "peak -23.0 dBFS at 997 Hz"), ("spectrogram", "colours -96 to 0 dBFS"),
        ("correlation", "correlation +1.00"),
        // EBU Tech 3341: a sine of about 1 kHz on both sides has its level as its loudness.
        (
            "loudness",
            "I -23.0 LUFS, true peak -23.0 dBTP, max M -23.0 LUFS, max S -23.0 LUFS"
        ),
    ]

    @Test("draws each view as SVG and PNG, and says what it measures", arguments: views)
    func pictures(view: String, says: String) async throws {
        try addSine()
        let png = try await scope("a.wav", "--view", view, "-o", "a.png")
        #expect(png.status == .exited(0) && png.outputText.isEmpty, "\(png)")
        #expect(png.errorText.contains(says), "\(png)")
        let bytes = try place.folder.read("a.png")
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        // The width and the height, of which the usual ones are square for a figure.
        let size = view == "lissajous" ? [0, 0, 3, 32, 0, 0, 3, 32] : [0, 0, 4, 176, 0, 0, 2, 88]
        #expect(bytes[16..<24].elementsEqual(size.map(UInt8.init)))
        let svg = try await scope(
            "a.wav",
            "--view",
            view,
            "-o",
            "a.svg",
            "--size",
            "640x480",
            "--quiet"
        )
        #expect(svg.status == .exited(0) && svg.errorText.isEmpty, "\(svg)")
        let document = try XMLDocument(data: Data(place.folder.read("a.svg")))
        let root = try document.nodes(forXPath: "/*/@width | /*/@height").compactMap(\.stringValue)
        #expect(root == ["640", "480"])
        #expect(try place.folder.names() == ["a.png", "a.svg", "a.wav"])
    }

    @Test("reads standard input, one channel, and a part of a file")
    func inputs() async throws {
        try addSine()
        let whole = try await scope("a.wav", "--view", "loudness", "-o", "a.svg")
        let bytes = try place.folder.read("a.wav")
        let piped = try await scope("-", "--view", "loudness", "-o", "b.svg", input: bytes)
        #expect(piped.status == .exited(0), "\(piped)")
        #expect(
            piped.errorText.replacing("b.svg", with: "a.svg") == whole.errorText,
            "\(piped) \(whole)"
        )
        try place.folder.write(
            WAVBuilder([WAVBuilder.sine(997, frames: 96_000, amplitude: 0.5)]).bytes,
            to: "mono.wav"
        )
        let mono = try await scope("mono.wav", "--view", "correlation", "-o", "c.png")
        #expect(mono.errorText.contains("2.0s, correlation +1.00"), "\(mono)")
        let part = try await scope("a.wav", "--from", "1.5", "--to", "2s", "-o", "d.png")
        #expect(part.errorText.contains("d.png: 0.5s, from 1.5"), "\(part)")
        let four = WAVBuilder(
            (0..<4).map { WAVBuilder.sine(500, frames: 4_800, amplitude: Double($0 + 1) / 8) }
        )
        try place.folder.write(four.bytes, to: "four.wav")
        let several = try await scope("four.wav", "-o", "e.png")
        #expect(several.errorText.contains("4 channels, of which the first two"), "\(several)")
        #expect(several.errorText.contains("left -18.1 dBFS, right -12.0 dBFS"), "\(several)")
    }

    @Test("renders a MIDI file with the musical options, as seqd render does")
    func music() async throws {
        try place.add(PlayedSong.tone(beats: 2))
        let options = ["--no-reverb", "--no-chorus", "--gain", "-3"]
        let render = try await place.run(["render", "song.mid", "-o", "song.wav"] + options)
        #expect(render.status == .exited(0), "\(render)")
        let sound = try await place.run(["scope", "song.wav", "--view", "spectrum", "-o", "a.png"])
        let music = try await place.run(
            ["scope", "song.mid", "--view", "spectrum", "-o", "b.png"] + options
        )
        #expect(music.status == .exited(0), "\(music)")
        let levels = [sound, music].map { run in
            run.errorText.split(separator: "\n").last.map { $0.split(separator: ", ").last } ?? nil
        }
        let late = try await place.run(
            ["scope", "song.mid", "-o", "c.png", "--from", "0.25", "--chase-notes"] + options
        )
        #expect(late.errorText.contains(", from 0.25"), "\(late)")
        #expect(levels[0] == levels[1] && levels[0]?.contains("dBFS at") ?? false, "\(levels)")
    }

    @Test("draws in the terminal with dots", .enabled(if: Terminals.canBeMade))
    func terminal() async throws {
        try addSine()
        for (view, says) in [
            ("oscilloscope", "peak left -23.0 dBFS"), ("spectrum", "-23.0 dBFS at 997 Hz"),
            ("spectrogram", "Spectrogram"), ("loudness", "I -23.0 LUFS"),
        ] {
            let run = try await Terminals.run(
                "stty cols 80 rows 24; LC_ALL=C.UTF-8 $seqd scope a.wav --view \(view) --quiet",
                in: place
            )
            #expect(run.status == .exited(0), "\(run)")
            #expect(run.outputText.contains(says), "\(run)")
            let dots = run.outputText.unicodeScalars.count { (0x2801...0x28FF).contains($0.value) }
            #expect(view == "spectrogram" || dots > 20, "\(run)")
            #expect(run.outputText.split(separator: "\n").count <= 24)
        }
        let ascii = try await Terminals.run("LC_ALL=C $seqd scope a.wav", in: place)
        #expect(ascii.status == .exited(64), "\(ascii)")
        #expect(ascii.outputText.contains("the terminal does not take UTF-8 (LC_ALL=C)"))
    }
}
