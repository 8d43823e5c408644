import Testing

@testable import Scope

@Suite("Loudness over time")
struct LoudnessHistoryTests {
    @Test("has momentary and short-term loudness as curves, and numbers beside them")
    func curves() throws {
        var history = LoudnessHistory(.whole)
        for index in 0..<100 {
            history.append(
                LoudnessHistory.Values(
                    momentary: index < 50 ? -23 : nil,
                    shortTerm: index < 50 ? -30 : nil
                )
            )
        }
        (history.integrated, history.truePeak) = (-23, 0.5)
        let plot = history.plot(width: 200)
        #expect(plot.horizontal.scale == .time(0, 10))
        let momentary = try #require(plot.traces.first { $0.name == "momentary" })
        #expect(abs(momentary.points[50].y - 37.0 / 60) < 1e-9)
        #expect(!momentary.points[150].y.isFinite)
        let shortTerm = try #require(plot.traces.first { $0.name == "short-term" })
        #expect(abs(shortTerm.points[50].y - 0.5) < 1e-9)
        #expect(
            plot.readings.map(\.text) == [
                "I -23.0 LUFS", "true peak -6.0 dBTP", "max M -23.0 LUFS", "max S -30.0 LUFS",
            ]
        )
    }

    @Test("live has the last values as numbers, and a time that can be chosen")
    func live() throws {
        var history = LoudnessHistory(.live)
        history.append(LoudnessHistory.Values(momentary: -10, shortTerm: -20))
        history.append(LoudnessHistory.Values(momentary: nil, shortTerm: -21))
        #expect(history.plot(width: 100).readings[0].text == "M silent")
        #expect(history.plot(width: 100).readings[1].text == "S -21.0 LUFS")
        #expect(history.plot(width: 600).horizontal.scale == .time(-60, 0))
        history.zoom(by: 2)
        #expect(history.plot(width: 100).horizontal.scale == .time(-20, 0))
        history.zoom(by: 100)
        #expect(history.plot(width: 100).horizontal.scale == .time(-10, 0))
        history.reset()
        #expect(history.plot(width: 100).readings[1].text == "S silent")
    }
}
