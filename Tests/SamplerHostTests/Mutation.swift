import MIDI
import SamplerHost
import TestSupport

/// Damage to a SoundFont, the same for the same seed.
enum Mutation {
    private static let plain = MeasuringFont(rate: 8_000).bytes
    /// With a list of odd size, as it is in SF3 files.
    private static let odd = SoundFontBytes.withOddList(plain)

    /// The places that are not samples: the headers, INFO, and the preset data.
    static func structure(of font: [UInt8]) -> [Int] {
        let marks = ["smpl", "pdta"].map { name in
            let letters = Array(name.utf8)
            return font.indices.first { font[$0...].starts(with: letters) } ?? 0
        }
        return Array(0..<marks[0] + 8) + Array(marks[1] - 8..<font.count)
    }

    private static let bases = [plain, odd].map { (bytes: $0, places: structure(of: $0)) }

    /// The measuring font, as it is or with a list of odd size, with one to four bytes of its structure changed.
    static func font(using random: inout SeededGenerator) -> [UInt8] {
        let base = bases[Int.random(in: 0..<bases.count, using: &random)]
        var bytes = base.bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = base.places[Int.random(in: 0..<base.places.count, using: &random)]
            bytes[place] = UInt8.random(in: 0...255, using: &random)
        }
        return bytes
    }

    /// A note of each program, and a drum.
    private static let song = SMFBuilder.milliseconds { track in
        for program in MeasuringFont.Program.allCases {
            track.program(at: UInt32(program.rawValue) * 2, channel: program.rawValue, program)
            track.noteOn(at: UInt32(program.rawValue) * 2, channel: program.rawValue, key: 69)
        }
        track.noteOn(at: 16, channel: 9, key: 40)
        track.endTick = 30
    }

    /// Plays a font.
    ///
    /// - Throws: When it is refused.
    static func play(_ path: String) throws {
        var options = Rendering.Options()
        options.rate = 8_000
        options.tail = .none
        options.shards = 1
        options.reverb = true
        options.chorus = true
        _ = try Rendering(song, font: path, options)
    }
}

/// The General MIDI font that Debian installs with FluidSynth, for tests that want a real one.
enum RealFont {
    static let path = "/usr/share/sounds/sf2/TimGM6mb.sf2"
}
