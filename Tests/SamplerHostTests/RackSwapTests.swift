import MIDI
import Realtime
import Sequencer
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// Another rack that takes over at a position of the piece that plays.
///
/// In the other font, what the program ``MeasuringFont/Program/left`` plays is heard on the right.
@Suite struct RackSwapTests {
    let studio: Studio
    /// The other font.
    let mirrored: String

    init() throws {
        studio = try Studio()
        let right = Int(MeasuringFont.Program.right.rawValue)
        let left = Int(MeasuringFont.Program.left.rawValue)
        let bytes = MeasuringFont(rate: 48_000).bytes
        mirrored = try studio.directory.write(
            SoundFontBytes.withPreset(
                SoundFontBytes.withPreset(bytes, named: "left", program: right),
                named: "right",
                program: left
            ),
            to: "mirrored.sf2"
        )
    }

    private func stage(_ song: SMFBuilder, period: Int = 256) throws -> RoutedStage {
        try RoutedStage(song, RoutedStage.settings(font: studio.font), period: period)
    }

    /// A rack for the song of a stage, which may take over from its rack.
    private func rack(for stage: RoutedStage, font: String? = nil) throws -> SamplerRack {
        try SamplerRack(
            RoutedStage.settings(font: font ?? mirrored),
            rate: RoutedStage.rate,
            maximumPeriod: stage.sink.periodFrames,
            for: [stage.routed],
            after: stage.rack
        )
    }

    /// Has a rack take over at a position, in frames of the first item.
    private func swap(
        _ stage: RoutedStage,
        to rack: SamplerRack,
        at frame: Int64,
        given time: Int = 50
    ) {
        stage.at(time) {
            #expect(stage.engine.scheduleRack(stage.rack, with: rack, at: frame, ofItem: 0))
        }
    }

    /// The keys and pedals that are held in the books of the sources, and of a rack.
    private func heldCount(_ stage: RoutedStage, _ rack: SamplerRack) -> Int {
        stage.engine.core.value.deck.links.count + rack.rack.value.holds.heldCount
    }

    private func words(_ stage: RoutedStage) -> [String] {
        stage.reports.map { report in
            if case .rackReplaced(_, let frame) = report { return "rackReplaced \(frame)" }
            return "\(report)".prefix { $0 != "(" }.description
        }
    }

    /// A note that lasts over the position 200 ms, one that begins there, and one just before it.
    private static let song = SMFBuilder.milliseconds {
        $0.program(at: 0, channel: 0, .left)
        $0.key(0...300, 57)
        $0.key(199...400, 64)
        $0.key(200...400, 69)
        $0.endTick = 500
    }

    @Test(
        "what begins at the position is the first that the other font plays",
        arguments: [64, 250, 256, 1_024]
    )
    func exactFrame(period: Int) throws {
        let stage = try stage(Self.song, period: period)
        let other = try rack(for: stage)
        swap(stage, to: other, at: 9_600)
        try stage.play()
        let (left, right) = (try stage.left, try stage.right)
        #expect(words(stage).filter { $0.hasPrefix("rackReplaced") } == ["rackReplaced 9600"])
        // FluidSynth acts on its grid, and 9600 is on it: 150 blocks.
        let onset = try #require(right.samples.firstIndex { $0 != 0 })
        #expect((9_600...9_602).contains(onset), "\(onset)")
        for (key, times) in [(57, [100, 250]), (64, [250, 350])] as [(UInt8, [Int])] {
            for time in times {
                #expect(try stage.isHeard(key, at: time), "\(key) at \(time) ms")
            }
        }
        let frames = 250 * 48..<280 * 48
        #expect(try left.level(ofPartial: frequency(ofKey: 69), in: frames) < -60)
        #expect(try right.level(ofPartial: frequency(ofKey: 69), in: frames) > -35)
        #expect(try right.level(ofPartial: frequency(ofKey: 64), in: frames) < -60)
        // Keys end on the samplers that they began on.
        #expect(try left.level(ofPartial: frequency(ofKey: 57), in: 340 * 48..<370 * 48) < -60)
        #expect(try left.isSilent(in: 440 * 48..<470 * 48, below: -70))
        #expect(try right.isSilent(in: 440 * 48..<470 * 48, below: -70))
        #expect(heldCount(stage, other) == 0)
    }

    @Test func aPositionBetweenGridFramesIsReachedOnTheNext() throws {
        let stage = try stage(Self.song)
        swap(stage, to: try rack(for: stage), at: 9_537)
        try stage.play()
        #expect(words(stage).contains("rackReplaced \(TestedEngine.onGrid(9_537))"))
    }

    @Test func whatWasSentJustBeforeIsCarriedOver() throws {
        // In the same period, and the last of it in the same block.
        let song = SMFBuilder.milliseconds {
            $0.program(at: 0, channel: 0, .right)
            $0.bend(at: 198, channel: 0, 16_383)
            $0.control(at: 199, channel: 0, .volume, 127)
            $0.program(at: 199, channel: 0, .left)
            $0.pedal(at: 199, channel: 0, down: true)
            $0.key(200...250, 67)
            $0.pedal(at: 400, channel: 0, down: false)
            $0.endTick = 500
        }
        let stage = try stage(song)
        let other = try rack(for: stage)
        swap(stage, to: other, at: 9_600)
        try stage.play()
        let right = try stage.right
        // Two semitones up by the bend; the pedal holds it.
        for time in [220, 320] {
            let frames = time * 48..<(time + 30) * 48
            let level = try right.level(ofPartial: frequency(ofKey: 69), in: frames)
            #expect(level > -30, "at \(time) ms")
        }
        #expect(try right.isSilent(in: 450 * 48..<480 * 48, below: -70))
        #expect(heldCount(stage, other) == 0)
    }

    @Test func whatMessagesSetForNotesIsCarriedOver() throws {
        let song = SMFBuilder.milliseconds {
            $0.program(at: 0, channel: 0, .left)
            $0.systemExclusive(at: 0, [0x7F, 0x7F, 0x04, 0x04, 0x00, 0x43, 0xF7])
            $0.nonRegisteredParameter(at: 0, channel: 0, 127, 14, 64, fine: 16)
            $0.registeredParameter(at: 0, channel: 0, 5, value: 0)
            $0.partOfGS(at: 0, channel: 0, 0x19, 127)
            $0.control(at: 0, channel: 0, .soft, 127)
            $0.control(at: 0, channel: 0, .modulation, 127)
            $0.nonRegisteredParameter(at: 0, channel: 9, 0x1A, 40, 64)
            $0.note(at: 20, length: 20, channel: 9, key: 40, velocity: 127)
            $0.note(at: 50, length: 130, channel: 0, key: 66)
            $0.note(at: 220, length: 20, channel: 9, key: 40, velocity: 127)
            $0.note(at: 250, length: 130, channel: 0, key: 66)
            $0.endTick = 400
        }
        let stage = try stage(song)
        swap(stage, to: try rack(for: stage), at: 9_600)
        try stage.play()
        let (left, right) = (try stage.left, try stage.right)
        // Three semitones up, the sustain 12 dB and the soft pedal 3 dB softer; no vibrato.
        let before = 80 * 48..<170 * 48
        let after = 280 * 48..<370 * 48
        let level = try left.level(ofPartial: 440, in: before)
        #expect(abs(try right.level(ofPartial: 440, in: after) - level) < 0.02)
        #expect(abs(cents(try right.frequency(in: after), above: 440)) < 1)
        let drum = try left.peakLevel(in: 15 * 48..<45 * 48)
        #expect(abs(try left.peakLevel(in: 215 * 48..<245 * 48) - drum) < 0.1)
    }

    @Test func bendRangesGlidesAndBankModesAreCarriedOver() throws {
        let song = SMFBuilder.milliseconds {
            $0.reset(at: 0, "GM2")
            $0.registeredParameter(at: 10, channel: 0, 0, value: 1 << 7 | 50)
            $0.bend(at: 10, channel: 0, 0)
            $0.control(at: 10, channel: 1, 65, 127)
            $0.control(at: 10, channel: 1, 5, 40)
            $0.key(20...100, 69, channel: 1)
            $0.key(250...400, 69, channel: 0)
            $0.key(450...800, 81, channel: 1)
            // Drums by the rules of General MIDI 2: a click, over at once.
            $0.control(at: 820, channel: 2, .bankSelect, 120)
            $0.program(at: 820, channel: 2, 0)
            $0.key(850...990, 60, channel: 2)
            $0.endTick = 1_000
        }
        let stage = try stage(song)
        swap(stage, to: try rack(for: stage, font: studio.font), at: 9_600)
        try stage.play()
        let left = try stage.left
        let bent = cents(try left.frequency(in: 270 * 48..<390 * 48), above: 440)
        #expect(abs(bent + 150) < 1.2)
        let gliding = cents(try left.frequency(in: 540 * 48..<560 * 48), above: 440)
        #expect(abs(gliding - 600) < 80)
        #expect(try left.peakLevel(in: 845 * 48..<880 * 48) > -40)
        #expect(try left.isSilent(in: 900 * 48..<980 * 48))
    }

    @Test func theParameterThatIsSelectedIsCarriedOver() throws {
        let song = SMFBuilder.milliseconds {
            $0.control(at: 0, channel: 0, 101, 0)
            $0.control(at: 0, channel: 0, 100, 0)
            $0.control(at: 210, channel: 0, 6, 12)
            $0.message(at: 220, .pitchBend(channel: 0, bend: 16_383))
            $0.key(230...400, 57)
            $0.endTick = 400
        }
        let stage = try stage(song)
        swap(stage, to: try rack(for: stage, font: studio.font), at: 9_600)
        try stage.play()
        let pitch = try stage.left.frequency(in: 260 * 48..<380 * 48)
        #expect(abs(cents(pitch, above: frequency(ofKey: 69))) < 1)
    }

    @Test func theSameFontTakesOverWithoutAClick() throws {
        let song = SMFBuilder.milliseconds {
            $0.pedal(at: 0, channel: 0, down: true)
            for index: UInt8 in 0..<8 {
                $0.key(UInt32(index) * 30...UInt32(index) * 30 + 200, 45 + index * 5)
            }
            $0.pedal(at: 450, channel: 0, down: false)
            $0.endTick = 600
        }
        func play(swapping: Bool) throws -> Signal {
            let stage = try stage(song)
            let other = try rack(for: stage, font: studio.font)
            if swapping { swap(stage, to: other, at: 10_000) }
            try stage.play()
            if swapping { #expect(heldCount(stage, other) == 0) }
            return try stage.left
        }
        let (swapped, plain) = (try play(swapping: true), try play(swapping: false))
        #expect(swapped.largestStep <= plain.largestStep * 1.000_1)
        // FluidSynth fades a voice's first block in from what its slot played last.
        #expect(try swapped.distance(to: plain) < -33)
        #expect(try swapped.distance(to: plain, outside: [10_000..<12_000]) < -90)
    }

    enum Change: CaseIterable {
        case mute, version
    }

    /// The player does not know all of the channels of a rack that took over.
    @Test(
        "a note that is held after the swap goes on when something else changes",
        arguments: Change.allCases
    )
    func laterChange(_ change: Change) throws {
        let song = SMFBuilder.milliseconds {
            $0.control(at: 0, channel: 0, 74, 90)
            $0.pedal(at: 10, channel: 0, down: true)
            $0.pedal(at: 20, channel: 1, down: false)
            $0.key(0...150, 57)
            $0.key(250...900, 69)
            $0.endTick = 1_000
        }
        func play(changing: Bool) throws -> Signal {
            let stage = try stage(song)
            let other = try rack(for: stage, font: studio.font)
            swap(stage, to: other, at: 9_600)
            if changing {
                stage.at(500) {
                    switch change {
                    case .mute:
                        _ = stage.engine.updateItem(
                            try stage.item(mute: "ch:2"),
                            on: stage.rack,
                            routed: stage.routed,
                            isLast: true
                        )
                    case .version:
                        // 552 ms are on the grid.
                        let item = try stage.item(from: 552, chaseNotes: true, isUntouched: false)
                        _ = stage.engine.scheduleReplacement(
                            item,
                            on: other,
                            routed: stage.routed,
                            isLast: true
                        )
                    }
                }
            }
            try stage.play()
            #expect(heldCount(stage, other) == 0)
            return try stage.left
        }
        let (changed, plain) = (try play(changing: true), try play(changing: false))
        let frames = 0..<48_000
        let difference: Float = zip(changed.samples[frames], plain.samples[frames])
            .reduce(0) { max($0, ($1.0 - $1.1).magnitude) }
        #expect(difference < 0.000_01)
    }

    @Test func anUpdateOfWhatPlaysKeepsThePosition() throws {
        let stage = try stage(Self.song)
        swap(stage, to: try rack(for: stage), at: 9_600)
        let half = PlayItem(
            sequence: stage.routed.sequence,
            rate: RoutedStage.rate,
            speed: try #require(Speed(numerator: 1, denominator: 2)),
            chaseNotes: true
        )
        stage.at(100) {
            _ = stage.engine.updateItem(
                half,
                on: stage.rack,
                routed: stage.routed,
                isLast: true
            )
        }
        try stage.play()
        let report = try #require(words(stage).first { $0.hasPrefix("rackReplaced ") })
        let frame = try #require(Int(report.dropFirst("rackReplaced ".count)))
        // The update came with the first period from 100 ms on; from there everything takes twice as
        // long.
        let update = (4_800 + 255) / 256 * 256
        let due = update + 2 * (9_600 - update)
        #expect((due - 64...due + 128).contains(frame), "\(frame), \(due)")
    }

    @Test func aLoopReachesThePositionInItsPass() throws {
        let stage = try stage(Self.song)
        let item = try stage.item(loop: 100..<220, loopCount: 3)
        // In the second pass: 200 ms come again at 320 ms.
        swap(stage, to: try rack(for: stage), at: 9_600, given: 230)
        try stage.start(item)
        try stage.run()
        #expect(words(stage).contains("rackReplaced 15360"), "\(words(stage))")
    }

    enum Interruption: CaseIterable {
        case start, halt, end
    }

    @Test(arguments: Interruption.allCases)
    func whatEndsBeforeThePositionReturnsTheRack(_ interruption: Interruption) throws {
        let stage = try stage(Self.song)
        let other = try rack(for: stage)
        // The last position comes after the end.
        swap(stage, to: other, at: interruption == .end ? 24_000 : 9_600)
        switch interruption {
        case .start: stage.at(100) { try stage.start(stage.item(from: 150)) }
        case .halt:
            stage.at(100) { stage.engine.halt() }
            stage.at(150) { try stage.start(stage.item()) }
        case .end: break
        }
        try stage.play()
        let words = words(stage)
        if interruption != .end {
            #expect(words.contains("rackReturned"))
            #expect(!words.contains { $0.hasPrefix("rackReplaced") })
            #expect(try stage.right.isSilent(below: -70))
        }
        let isReleased = stage.engine.takeReleasedRacks().contains { $0 === other }
        #expect(isReleased == (interruption != .end))
        #expect(stage.heldCount == 0)
    }

    @Test func aRackThatWasToTakeOverPlaysWhatIsStartedOnIt() throws {
        let stage = try stage(Self.song)
        let other = try rack(for: stage)
        swap(stage, to: other, at: 9_600)
        stage.at(100) {
            let item = try stage.item(from: 150, isUntouched: false)
            _ = stage.engine.start(item, on: other, routed: stage.routed, isLast: true)
        }
        try stage.play()
        // 250 ms of the song.
        let frames = 205 * 48..<235 * 48
        #expect(try stage.right.level(ofPartial: frequency(ofKey: 69), in: frames) > -35)
        #expect(try stage.left.level(ofPartial: frequency(ofKey: 69), in: frames) < -60)
        #expect(heldCount(stage, other) == 0)
    }

    @Test(arguments: [true, false])
    func anotherRackThatFollowsHasItTakeOverAtOnce(isAtOnce: Bool) throws {
        let stage = try stage(Self.song)
        let (other, third) = (try rack(for: stage), try rack(for: stage, font: studio.font))
        swap(stage, to: other, at: 14_400)
        stage.at(100) {
            let engine = stage.engine
            let isGiven =
                isAtOnce
                ? engine.replaceRack(other, with: third)
                : engine.scheduleRack(other, with: third, at: 9_600, ofItem: 0)
            #expect(isGiven)
        }
        try stage.play()
        let replaced = words(stage).filter { $0.hasPrefix("rackReplaced") }
        #expect(
            // The first grid frame that is mixed after 100 ms, the limiter's lookahead ahead of it.
            replaced == ["rackReplaced 4928", "rackReplaced \(isAtOnce ? 4_928 : 9_600)"],
            "\(replaced)"
        )
        // Played by the third, as by the first.
        #expect(try stage.isHeard(69, at: 250))
        #expect(heldCount(stage, third) == 0)
    }

    @Test func anotherVersionMayComeMeanwhile() throws {
        let stage = try stage(Self.song)
        let other = try rack(for: stage)
        swap(stage, to: other, at: 9_600)
        // Made for the rack that is to come; 152 ms are on the grid.
        stage.at(100) {
            let item = try stage.item(
                from: 152,
                transpose: 12,
                chaseNotes: true,
                isUntouched: false
            )
            _ = stage.engine.scheduleReplacement(
                item,
                on: other,
                routed: stage.routed,
                isLast: true
            )
        }
        try stage.play()
        #expect(words(stage).contains("rackReplaced 9600"))
        let frames = 250 * 48..<280 * 48
        #expect(try stage.right.level(ofPartial: frequency(ofKey: 81), in: frames) > -35)
        #expect(heldCount(stage, other) == 0)
    }
}

extension Signal {
    /// The largest difference between two samples in a row.
    var largestStep: Float {
        zip(samples, samples.dropFirst()).reduce(0) { max($0, ($1.0 - $1.1).magnitude) }
    }
}
