import Foundation
import TestSupport
import Testing

/// An empty folder in which `seqd font` runs, and the compressed samples of fonts in it.
struct FontWorkshop {
    let place: Workplace
    var folder: TemporaryDirectory { place.folder }

    init() throws {
        place = try Workplace()
    }

    func run(_ arguments: String...) async throws -> CommandRun {
        try await seqd(["font"] + arguments, directory: folder.path)
    }

    /// Runs a command that has nothing to report.
    func succeed(_ arguments: String...) async throws {
        let run = try await seqd(["font"] + arguments, directory: folder.path)
        try #require(run.status == .exited(0) && run.errorText.isEmpty, "\(run)")
    }

    /// The compressed samples of a font in the folder, by their names.
    func samples(_ name: String) throws -> [String: SoundFontBytes.Stream] {
        SoundFontBytes.streams(of: try folder.read(name))
    }

    /// The streams of a font in the folder, by the names of samples.
    func streams(_ name: String) throws -> [String: [UInt8]] {
        try samples(name).mapValues(\.bytes)
    }

    /// Writes the measuring font with compressed samples.
    func compressFont(_ name: String = "x.sf3") async throws {
        try await succeed("convert", place.font, "-o", name)
    }

    /// Writes `x.sf3` with two compressed samples, `long` and `C2`, of which the first is damaged.
    ///
    /// - Parameter damage: Changes the bytes of the first.
    /// - Throws: A command that fails.
    func addDamagedFont(_ damage: (inout ArraySlice<UInt8>) -> Void) async throws {
        // Four seconds are some pages of Ogg.
        let noise = WAVBuilder.sine(440, frames: 192_000).enumerated().map { index, value in
            value + Double(index * 7_919 % 1_000) / 4_000
        }
        try folder.write(WAVBuilder([noise]).bytes, to: "long.wav")
        try folder.write(WAVBuilder([Array(noise.prefix(9_000))]).bytes, to: "C2.wav")
        try folder.write(
            "<region> sample=long.wav hikey=60\n<region> sample=C2.wav lokey=61",
            to: "x.sfz"
        )
        try await succeed("convert", "x.sfz", "-o", "x.sf3")
        var font = try folder.read("x.sf3")
        let stream = try #require(try streams("x.sf3")["long"])
        let start = try #require(font.indices.first { font[$0...].starts(with: stream) })
        damage(&font[start..<start + stream.count])
        try folder.write(font, to: "x.sf3")
    }
}
