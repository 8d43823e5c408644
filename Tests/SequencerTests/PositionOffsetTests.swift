import SMF
import Sequencer
import Testing

struct PositionOffsetTests {
    @Test(arguments: [
        ("+10s", PositionOffset.seconds(nanoseconds: 10_000_000_000), "+10.0s"),
        ("-10", .seconds(nanoseconds: -10_000_000_000), "-10.0s"),
        ("-1m30.5s", .seconds(nanoseconds: -90_500_000_000), "-1m30.5s"),
        ("+1:30.5", .seconds(nanoseconds: 90_500_000_000), "+1m30.5s"),
        ("-2 bars", .bars(-2), "-2 bars"), ("+1bar", .bars(1), "+1 bars"),
        ("+3 beats", .beats(3), "+3 beats"), ("-1 beat", .beats(-1), "-1 beats"),
        ("-480t", .ticks(-480), "-480t"),
    ])
    func theGrammarIsReadAndWritten(
        text: String,
        offset: PositionOffset,
        written: String
    ) throws {
        #expect(PositionOffset.isOffset(text))
        #expect(try PositionOffset(parsing: text) == offset)
        #expect(offset.description == written)
        #expect(try PositionOffset(parsing: written) == offset)
    }

    @Test(arguments: [
        "+", "-", "10s", "+2:1", "+bars", "+-2 bars", "+2  bars", "+2.5 bars", "+@Coda",
        "-next-bar",
        "+ 10s", "+9999999999999 bars", "+99999999999999999999 bars", "+2 Bars", "--1",
    ])
    func whatIsNoOffsetIsRefused(text: String) {
        let error = #expect(throws: PositionError.self) { try PositionOffset(parsing: text) }
        #expect(error?.code == .syntax)
        #expect(error?.description.hasPrefix("\"\(text)\" is not an offset: expected ") == true)
    }

    /// Two bars of 4/4, two of 2/4, then 4/4 to the end of bar 6; half a second for a quarter.
    private let sequence = PreparedSequence.of(
        [(0, .tempo(500_000)), (0, .meter(4, 2)), (3840, .meter(2, 2)), (5760, .meter(4, 2))],
        end: 9600
    )

    /// Where an offset leads from a position.
    private func position(_ start: String, _ offset: String) throws -> String {
        let rate = 48_000
        let frame = try sequence.frame(of: try Position(parsing: start), rate: rate)
        let moved = try sequence.frame(
            at: try PositionOffset(parsing: offset),
            from: frame,
            rate: rate
        )
        let tick = sequence.tempoMap.tick(atFrame: moved, rate: rate)
        return sequence.meterMap.position(atTick: tick)?.description ?? ""
    }

    @Test(arguments: [
        ("1:1", "+1 bar", "2:1"), ("1:3:120", "+1 bar", "2:3:120"),
        // A shorter bar has no third beat.
        ("1:4:120", "+2 bars", "3:2:120"), ("3:2", "-2 bars", "1:2"), ("2:3", "-5 bars", "1:1"),
        ("4:1", "+1 bar", "5:1"), ("5:1", "+100 bars", "7:1"),
        ("1:1", "+1 beat", "1:2"), ("2:4", "+1 beat", "3:1"), ("3:2", "+1 beat", "4:1"),
        ("2:3:240", "+4 beats", "4:1:240"), ("4:1", "-3 beats", "2:4"), ("5:1", "-1 beat", "4:2"),
        ("1:2:100", "-1 beat", "1:1:100"), ("1:2", "-9 beats", "1:1"),
        ("5:1", "+99 beats", "7:1"),
        ("1:1", "+1.5s", "1:4"), ("2:1", "-1s", "1:3"), ("1:2", "-10s", "1:1"),
        ("1:1", "+1h", "7:1"), ("1:1", "+480t", "1:2"), ("1:1:10", "-480t", "1:1"),
        ("1:1", "+0 bars", "1:1"),
    ])
    func offsetsLeadFromAPositionToAnother(start: String, offset: String, end: String) throws {
        #expect(try position(start, offset) == end)
    }

    @Test func distancesTakeNoTimeForEachBeat() throws {
        let sequence = PreparedSequence.of(
            [Track.of([(0, .meter(1, 6))], end: 4_000_000_000)],
            division: .ticksPerQuarter(1)
        )
        let most = try PositionOffset(parsing: "+1099511627776 beats")
        let end = try sequence.frame(at: most, from: 0, rate: 48_000)
        #expect(end == sequence.endFrame(rate: 48_000))
        let least = try PositionOffset(parsing: "-1099511627776 beats")
        #expect(try sequence.frame(at: least, from: end, rate: 48_000) == 0)
    }

    @Test func barsNeedBars() throws {
        let sequence = PreparedSequence.of(
            [Track.of([], end: 2_000)],
            division: .smpte(.fps25, ticksPerFrame: 40)
        )
        #expect(try sequence.frame(at: .seconds(nanoseconds: 1), from: 5, rate: 48_000) == 5)
        let error = #expect(throws: PositionError.self) {
            try sequence.frame(at: .bars(1), from: 0, rate: 48_000)
        }
        #expect(error?.code == .noBars)
    }
}
