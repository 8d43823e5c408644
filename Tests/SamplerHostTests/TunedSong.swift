import Foundation
import SamplerHost
import TestSupport

/// The tunings of Examples, and what is heard of tuned songs.
enum TunedSong {
    /// A file of Examples/tunings.
    static func example(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Examples/tunings/\(name)").path
    }

    static var meantone: TuningSettings {
        TuningSettings(parsing: example("quarter-comma-meantone.scl"))
    }

    /// Quarter-comma meantone from C to B, in cents.
    static let meantoneCents = [
        0, 76.049, 193.15686, 310.26471, 386.31371, 503.42157, 579.47057, 696.57843, 772.62743,
        889.73529, 1_006.84314, 1_082.89214,
    ]

    /// How far the sine between two times in milliseconds is above a key of equal temperament, in
    /// cents.
    static func cents(
        _ signal: Signal,
        _ milliseconds: Range<Int>,
        above key: UInt8
    ) throws -> Double {
        let frames = milliseconds.lowerBound * 48..<milliseconds.upperBound * 48
        let near = frequency(ofKey: key)
        return TestSupport.cents(try signal.frequency(in: frames), above: near)
    }
}

extension SMFBuilder.Track {
    /// Adds a message of the MIDI Tuning Standard.
    mutating func tuning(at tick: UInt32, isRealTime: Bool = true, _ bytes: [UInt8]) {
        let head: [UInt8] = [isRealTime ? 0x7F : 0x7E, 0x7F, 0x08]
        systemExclusive(at: tick, head + bytes + [0xF7])
    }

    /// Adds a bulk dump of a tuning program: equal temperament with all keys so much higher.
    mutating func tuningDump(at tick: UInt32, _ address: [UInt8], cents: Double) {
        var bytes = address + Array("a tuning program".utf8)
        for key in 0..<127 { bytes += Self.pitch(Double(key) * 100 + cents) }
        // The last one is left as it is.
        bytes += [127, 127, 127]
        tuning(at: tick, isRealTime: false, bytes + [0])
    }

    /// The three bytes of a pitch in cents.
    static func pitch(_ cents: Double) -> [UInt8] {
        let value = Int((cents / 100 * 16_384).rounded())
        return [UInt8(value >> 14), UInt8(value >> 7 & 127), UInt8(value & 127)]
    }
}
