import Playback
import SMF
import SamplerHost
import Sequencer
import TestSupport
import Testing

/// A beat of the song lasts 24,000 frames, a bar 96,000.
@Suite("The ruler of a program")
struct ProgramRulerTests {
    private func ruler(_ change: (inout PlaySettings) throws -> Void = { _ in }) throws
        -> ProgramRuler
    {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track {
            $0.marker(at: 0, "Intro")
            $0.marker(at: 3_840, "Verse")
            $0.endTick = 7_680
        }
        let folder = try TemporaryDirectory()
        let file = try PieceFile(folder.write(song.bytes, to: "song.mid"))
        var settings = PlaySettings()
        try change(&settings)
        let piece = try Piece(file.sequences[0], of: file, settings, rate: 48_000)
        return Program([piece, piece], settings, rate: 48_000).ruler
    }

    @Test("has the bars and markers of all pieces, one after the other")
    func all() throws {
        let ruler = try ruler()
        #expect(ruler.bars.map(\.label) == [1, 2, 3, 4, 1, 2, 3, 4])
        #expect(ruler.bars.map(\.frame) == (0..<8).map { $0 * 96_000 })
        #expect(ruler.markers.map(\.label) == ["Intro", "Verse", "Intro", "Verse"])
        #expect(ruler.markers.map(\.frame) == [0, 192_000, 384_000, 576_000])
    }

    @Test("follows start, end and speed")
    func part() throws {
        let ruler = try ruler {
            $0.start = try Position(parsing: "2:3")
            $0.end = try Position(parsing: "4:1")
            $0.speed = try #require(Speed(parsing: "2"))
        }
        #expect(ruler.bars.map(\.label) == [3, 3])
        #expect(ruler.bars.map(\.frame) == [24_000, 96_000])
        #expect(ruler.markers.map(\.frame) == [24_000, 96_000])
    }

    @Test("repeats the bars of a loop")
    func loop() throws {
        let ruler = try ruler {
            $0.loop = try #require(try LoopSetting(parsing: "2:1..3:1"))
            $0.loopCount = 3
        }
        #expect(ruler.bars.map(\.label).prefix(6) == [1, 2, 2, 2, 3, 4])
        #expect(
            ruler.bars.map(\.frame).prefix(6) == [0, 96_000, 192_000, 288_000, 384_000, 480_000]
        )
        #expect(ruler.markers.first(where: { $0.label == "Verse" })?.frame == 384_000)
    }
}
