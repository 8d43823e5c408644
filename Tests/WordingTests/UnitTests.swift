import Testing
import Wording

@Suite("A number with its unit")
struct UnitTests {
    @Test(
        "is read with and without the unit",
        arguments: [
            ("-3", Unit.decibels, -3), ("-3dB", .decibels, -3), ("-3.5 dB", .decibels, -3.5),
            ("\u{2212}3 dB", .decibels, -3), ("+6db", .decibels, 6), ("1e1", .decibels, 10),
            ("-14 LUFS", .loudness, -14), ("-1dBTP", .fullScale, -1), ("-1 dB", .fullScale, -1),
            ("48000 Hz", .hertz, 48_000), ("44.1k", .hertz, 44_100), ("44.1 kHz", .hertz, 44_100),
            ("64MiB", .mebibytes, 64), ("1.5 G", .mebibytes, 1_536),
            ("415Hz", .hertz, 415), ("120bpm", .beatsPerMinute, 120),
            ("92.5 BPM", .beatsPerMinute, 92.5), ("90s", .seconds, 90), ("1m30s", .seconds, 90),
            ("1.5 min", .seconds, 90), ("500ms", .seconds, 0.5), ("1s", .milliseconds, 1_000),
            ("-5 ms", .milliseconds, -5), ("1h30m", .minutes, 90), ("-2 semitones", .semitones, -2),
            ("7 cents", .cents, 7), ("2 bars", .count(of: "bars"), 2),
            ("1 bar", .count(of: "bars"), 1), ("256 frames", .count(of: "frames"), 256),
        ] as [(String, Unit, Double)]
    )
    func read(_ text: String, _ unit: Unit, _ expected: Double) {
        #expect(unit.number(text) == expected)
    }

    @Test(
        "is nothing else",
        arguments: [
            ("", Unit.decibels), ("dB", .decibels), ("loud", .decibels), ("-3Hz", .decibels),
            ("3 dB 4 dB dB", .decibels), ("0x10", .decibels), ("nan", .decibels),
            ("inf", .decibels), ("--3", .decibels), ("3-", .decibels), ("1.2.3", .decibels),
            ("48,000", .hertz), ("1m30", .seconds), ("3 4", .seconds), ("1 s m", .seconds),
            ("5%", .none), ("3 dB", .none), ("\u{0661}", .none), ("1e999", .none),
        ] as [(String, Unit)]
    )
    func refused(_ text: String, _ unit: Unit) {
        #expect(unit.number(text) == nil)
    }
}
