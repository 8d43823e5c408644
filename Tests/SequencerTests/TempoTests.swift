import Sequencer
import Testing

@Suite("Tempos that people ask for")
struct TempoTests {
    @Test(
        "A tempo is read from a decimal number",
        arguments: [
            ("120", 500_000, "120"), ("92.5", 648_649, "92.5"), ("4", 15_000_000, "4"),
            ("1000", 60_000, "1000"), ("133.3333", 450_000, "133.333"), ("60.05", 999_167, "60.05"),
        ]
    )
    func reads(text: String, microseconds: UInt32, description: String) throws {
        let tempo = try #require(Tempo(parsing: text))
        #expect(tempo.microsecondsPerQuarter == microseconds)
        #expect(tempo.description == description)
    }

    @Test(
        "Anything else is refused",
        arguments: ["", "0x40", "3.9", "1000.1", "fast", "nan", "12 "]
    )
    func refuses(text: String) {
        #expect(Tempo(parsing: text) == nil)
    }
}

@Suite("Loop settings")
struct LoopSettingTests {
    @Test("A setting is typed as it is described", arguments: ["off", "on", "file", "5:1..9:1"])
    func reads(text: String) throws {
        #expect(try LoopSetting(parsing: text)?.description == text)
    }

    @Test("A text that is no range is refused, and so is a faulty position")
    func refuses() throws {
        #expect(try LoopSetting(parsing: "5:1") == nil)
        #expect(throws: PositionError.self) { try LoopSetting(parsing: "x..9:1") }
    }
}
