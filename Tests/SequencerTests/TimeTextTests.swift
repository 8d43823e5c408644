import Sequencer
import TestSupport
import Testing

@Suite("Times as they are printed")
struct TimeTextTests {
    @Test(
        "are as positions are typed",
        arguments: [
            (0, "0.0s"), (29_600_000_000, "29.6s"), (29_637_499_999, "29.637s"),
            (89_600_000_000, "1m29.6s"), (65_000_000_000, "1m05.0s"),
            (3_599_999_999_999, "59m59.999s"), (3_600_000_000_000, "1h00m00.0s"),
            (3_723_500_000_000, "1h02m03.5s"), (-1, "0.0s"),
        ] as [(Int64, String)]
    )
    func written(_ nanoseconds: Int64, _ text: String) {
        #expect(TimeText.text(nanoseconds: nanoseconds) == text)
    }

    @Test("have as many decimals as is asked for, and are rounded down")
    func decimals() {
        #expect(TimeText.text(nanoseconds: 29_999_999_999, decimals: 0...0) == "29s")
        #expect(TimeText.text(nanoseconds: 65_999_999_999, decimals: 1...1) == "1m05.9s")
        #expect(TimeText.text(nanoseconds: 1_200_000_000, decimals: 3...3) == "1.200s")
        #expect(TimeText.text(nanoseconds: 1, decimals: 1...9) == "0.000000001s")
        #expect(TimeText.text(frames: 48_001, rate: 48_000) == "1.0s")
        #expect(TimeText.text(frames: .max, rate: 1, decimals: 1...1).hasPrefix("2562047h"))
        #expect(TimeText.text(seconds: 0.1 + 0.2) == "0.3s")
        for seconds: Double in [-1, .nan, -Double.infinity] {
            #expect(TimeText.text(seconds: seconds) == "0.0s")
        }
    }

    @Test("are read back as what they show, whatever the time and the decimals")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 15)
        for _ in 0..<2_000 {
            // All sizes alike, from nanoseconds to centuries.
            let limit = Int64.max >> Int64.random(in: 0...62, using: &random)
            let nanoseconds = Int64.random(in: 0...limit, using: &random)
            let most = Int.random(in: 0...9, using: &random)
            let text = TimeText.text(
                nanoseconds: nanoseconds,
                decimals: .random(in: 0...most, using: &random)...most
            )
            let unit = (most..<9).reduce(Int64(1)) { product, _ in product * 10 }
            let shown = nanoseconds / unit * unit
            #expect(try Position(parsing: text) == .seconds(nanoseconds: shown), "\(text)")
        }
    }
}
