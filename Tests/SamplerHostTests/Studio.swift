import Foundation
import SamplerHost
import TestSupport

/// A folder with the measuring font in it, gone with the test.
struct Studio {
    let directory: TemporaryDirectory
    /// The measuring font's path.
    let font: String

    init(rate: Int = 48_000) throws {
        directory = try TemporaryDirectory()
        font = try directory.write(Self.fonts[rate] ?? MeasuringFont(rate: rate).bytes, to: "m.sf2")
    }

    /// Made once for a test run.
    private static let fonts = Dictionary(
        uniqueKeysWithValues: [44_100, 48_000, 96_000].map { ($0, MeasuringFont(rate: $0).bytes) }
    )

    func render(
        _ songs: SMFBuilder...,
        options: Rendering.Options = Rendering.Options()
    ) throws -> Rendering {
        try Rendering(songs.map(\.bytes), font: font, options)
    }

    func render(_ songs: [SMFBuilder], options: Rendering.Options) throws -> Rendering {
        try Rendering(songs.map(\.bytes), font: font, options)
    }

    /// A rack with the measuring font, as ``RoutedStage`` has it, and some rules.
    func rack(_ rules: RoutingRule...) -> RackSettings {
        var rack = RoutedStage.settings(font: font)
        rack.rules = rules
        return rack
    }
}

extension SMFBuilder.Track {
    /// Adds one of the SysEx messages that put everything into its initial state.
    mutating func reset(at tick: UInt32, _ standard: String) {
        switch standard {
        case "GM": systemExclusive(at: tick, [0x7E, 0x7F, 0x09, 0x01, 0xF7])
        case "GM2": systemExclusive(at: tick, [0x7E, 0x7F, 0x09, 0x03, 0xF7])
        case "GS": rolandData(at: tick, address: [0x40, 0x00, 0x7F], 0)
        default: systemExclusive(at: tick, [0x43, 0x10, 0x4C, 0x00, 0x00, 0x7E, 0x00, 0xF7])
        }
    }

    /// Adds a Roland GS data set message with its checksum.
    mutating func rolandData(at tick: UInt32, address: [UInt8], _ value: UInt8) {
        let sum = (address + [value]).reduce(0) { $0 + Int($1) }
        let check = UInt8((128 - sum % 128) % 128)
        systemExclusive(
            at: tick,
            [0x41, 0x10, 0x42, 0x12] + address + [value, check, 0xF7]
        )
    }
}

extension Rendering {
    /// The frames between two times in milliseconds.
    func frames(_ milliseconds: Range<Int>) -> Range<Int> {
        milliseconds.lowerBound * left.rate / 1_000..<milliseconds.upperBound * left.rate / 1_000
    }

    /// The peak of the left channel between two times in milliseconds, dBFS.
    func peak(_ milliseconds: Range<Int>) throws -> Double {
        try left.peakLevel(in: frames(milliseconds))
    }

    /// The amplitude of the sine on a key between two times in milliseconds, dBFS.
    func level(ofKey key: UInt8, _ milliseconds: Range<Int>) throws -> Double {
        try left.level(ofPartial: frequency(ofKey: key), in: frames(milliseconds))
    }

    /// The frames in the output.
    var frameCount: Int { left.frameCount }
}

extension Signal {
    /// The largest distance to another signal of the same length, dBFS; outside the ranges.
    func distance(to other: Signal, outside ranges: [Range<Int>] = []) throws -> Double {
        guard frameCount == other.frameCount else {
            throw TestSupportError("\(frameCount) frames against \(other.frameCount)")
        }
        var isLeftOut = [Bool](repeating: false, count: frameCount)
        for range in ranges {
            for frame in range.clamped(to: 0..<frameCount) { isLeftOut[frame] = true }
        }
        var largest: Float = 0
        for frame in 0..<frameCount where !isLeftOut[frame] {
            largest = max(largest, (samples[frame] - other.samples[frame]).magnitude)
        }
        return decibels(Double(largest))
    }
}

/// Where two sequences differ first (the shorter one's end, where one begins with the other).
///
/// For sound: a failed `==` of long arrays makes the test library work out all their differences,
/// which takes minutes.
func firstDifference<Values: Collection>(_ one: Values, _ other: Values) -> Int?
where Values.Element: Equatable {
    if one.elementsEqual(other) { return nil }
    return zip(one, other).enumerated().first { $1.0 != $1.1 }?.offset
        ?? min(one.count, other.count)
}
