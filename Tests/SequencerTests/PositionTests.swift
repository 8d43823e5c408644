import SMF
import Sequencer
import Testing

struct PositionTests {
    @Test(arguments: [
        ("17:1", Position.barBeat(bar: 17, beat: 1, tick: 0), "17:1"),
        ("17:1:240", .barBeat(bar: 17, beat: 1, tick: 240), "17:1:240"),
        ("83.5s", .seconds(nanoseconds: 83_500_000_000), "1m23.5s"),
        ("83.5", .seconds(nanoseconds: 83_500_000_000), "1m23.5s"),
        ("1m23.5s", .seconds(nanoseconds: 83_500_000_000), "1m23.5s"),
        ("1h2m3s", .seconds(nanoseconds: 3_723_000_000_000), "1h02m03.0s"),
        ("2m", .seconds(nanoseconds: 120_000_000_000), "2m00.0s"),
        ("1m30", .seconds(nanoseconds: 90_000_000_000), "1m30.0s"),
        ("1m05.25", .seconds(nanoseconds: 65_250_000_000), "1m05.25s"),
        ("1h2m3", .seconds(nanoseconds: 3_723_000_000_000), "1h02m03.0s"),
        ("1:29.6", .seconds(nanoseconds: 89_600_000_000), "1m29.6s"),
        ("0:05.0", .seconds(nanoseconds: 5_000_000_000), "5.0s"),
        ("90:00.5", .seconds(nanoseconds: 5_400_500_000_000), "1h30m00.5s"),
        ("1:02:03.5", .seconds(nanoseconds: 3_723_500_000_000), "1h02m03.5s"),
        ("1:29", .barBeat(bar: 1, beat: 29, tick: 0), "1:29"),
        ("0.000000001", .seconds(nanoseconds: 1), "0.000000001s"),
        ("480t", .ticks(480), "480t"),
        ("@Verse 2, slow: x", .marker("Verse 2, slow: x"), "@Verse 2, slow: x"),
        ("next-bar", .nextBar, "next-bar"),
        ("next-beat", .nextBeat, "next-beat"),
    ])
    func theGrammarIsReadAndWritten(text: String, position: Position, written: String) throws {
        #expect(try Position(parsing: text) == position)
        #expect(position.description == written)
        #expect(try Position(parsing: written) == position)
    }

    @Test(arguments: [
        "", " ", "-1", "1:", ":1", "1:2:3:4", "0:1", "1:0", "1.5:1", "1m2h", "1s2m", "5x", "t",
        "1.5t", "@", "1..5s", ".5s", "1.s", "1.5m", "1.0000000001s", "99999999999999999999s",
        "9223372036854775807", "3000000h", "nextbar", "1 s", "+1", "1e3", "１",
        "1h30", "1m30m", "1s30", "1:5.5", "1:60.5", "1:29.", "1:.5", ":29.5", "1:29.5s", "1.0:29",
        "1:2:03.5", "1:60:03.5", "1:02:03:04.5", "1:02.0:03", "2562048:00:00.0",
    ])
    func whatIsNoPositionIsRefused(text: String) {
        let error = #expect(throws: PositionError.self) { try Position(parsing: text) }
        #expect(error?.code == .syntax)
        #expect(error?.description.hasPrefix("\"\(text)\" is not a position: ") == true)
    }

    private let sequence = PreparedSequence.of(
        [
            (0, .tempo(333_333)), (0, .meter(3, 2)), (960, .text(6, "Chorus")),
            (1440, .text(6, "chorus")), (1500, .text(6, "Coda")),
        ],
        end: 4800
    )

    @Test func timesAreNotRoundedToTicks() throws {
        // A tick lasts 33.3 frames at 48 kHz; 0.5 s is between two.
        #expect(try sequence.frame(of: .init(parsing: "0.5"), rate: 48_000) == 24_000)
        #expect(try sequence.frame(of: .seconds(nanoseconds: 1), rate: 48_000) == 1)
        #expect(try sequence.tick(of: .init(parsing: "0.5")) == 720)
        #expect(try sequence.frame(of: .ticks(480), rate: 48_000) == 16_000)
    }

    @Test func cuePointsAreMarkersToo() throws {
        let sequence = PreparedSequence.of(
            [(480, .text(6, "Verse")), (960, .text(7, "Fire"))],
            end: 1920
        )
        #expect(
            sequence.markers == [
                Marker(tick: 480, name: "Verse"),
                Marker(tick: 960, name: "Fire", isCuePoint: true),
            ]
        )
        #expect(try sequence.tick(of: Position(parsing: "@Fire")) == 960)
    }

    @Test func markersAreFoundByNameThenWhateverTheCase() throws {
        #expect(try sequence.tick(of: .marker("chorus")) == 1440)
        #expect(try sequence.tick(of: .marker("CHORUS")) == 960)
        let error = #expect(throws: PositionError.self) {
            try sequence.tick(of: .marker("Bridge"))
        }
        #expect(
            error?.description
                == "no marker @Bridge; markers: @Chorus, @chorus, @Coda"
        )
    }

    @Test func afterTheEndIsAnErrorThatNamesTheLength() throws {
        #expect(try sequence.tick(of: .ticks(4800)) == 4800)
        for text in ["4801t", "4:3", "3.34s", "1h"] {
            let error = #expect(throws: PositionError.self) {
                try sequence.tick(of: .init(parsing: text))
            }
            #expect(error?.code == .afterEnd)
        }
        let error = #expect(throws: PositionError.self) {
            try sequence.frame(of: .init(parsing: "3.34s"), rate: 48_000)
        }
        #expect(
            error?.description
                == "3.34s is after the end: the length is 3.333s, 4:2 (4800t)"
        )
        // The length as it is printed is accepted.
        #expect(try sequence.frame(of: .init(parsing: "3.333s"), rate: 48_000) == 159_984)
    }

    @Test func relativePositionsNeedATransport() {
        let error = #expect(throws: PositionError.self) { try sequence.tick(of: .nextBar) }
        #expect(error?.code == .relative)
    }
}
