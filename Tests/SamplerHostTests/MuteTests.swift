import MIDI
import SamplerHost
import TestSupport
import Testing

/// Parts of one sampler that are kept back.
@Suite struct MuteTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// Onsets of the melody in milliseconds.
    private static let melody: [UInt32] = [40, 90, 140, 180, 200]

    /// Onsets of the bass, whose notes end before the melody's next one takes their voice.
    private static let bass: [UInt32] = [0, 50, 100, 150]

    private static let song = SMFBuilder.milliseconds(
        { track in
            for (index, time) in melody.enumerated() {
                track.key(time...time + 60, 69 + UInt8(index), channel: 0)
            }
        },
        { track in
            track.program(at: 0, channel: 1, .saw)
            // Another place and level, which the voices of the melody find in their slots.
            track.control(at: 0, channel: 1, .pan, 0)
            track.control(at: 0, channel: 1, .volume, 127)
            for time in bass { track.key(time...time + 15, 50, channel: 1) }
        }
    )

    private static let melodyAlone = SMFBuilder.milliseconds { track in
        for (index, time) in melody.enumerated() {
            track.key(time...time + 60, 69 + UInt8(index), channel: 0)
        }
    }

    private static var options: Rendering.Options {
        var options = Rendering.Options()
        // One instance, so that both parts share its voices.
        options.shards = 1
        options.tail = .frames(4_800)
        return options
    }

    @Test(arguments: ["track:2", "ch:2"])
    func aMutedPartIsAbsent(selectors: String) throws {
        var options = Self.options
        options.mute = selectors
        let muted = try studio.render(Self.song, options: options)
        let alone = try studio.render(Self.melodyAlone, options: Self.options)
        let count = min(muted.frameCount, alone.frameCount)
        let samples = muted.left.samples[..<count]
        #expect(firstDifference(samples, alone.left.samples[..<count]) == nil)
    }

    @Test func theOthersAreEqualOutsideEachNotesFirstBlock() throws {
        var options = Self.options
        let mix = try studio.render(Self.song, options: options)
        options.solo = "track:1"
        let melody = try studio.render(Self.song, options: options)
        options.solo = "track:2"
        let bass = try studio.render(Self.song, options: options)
        let sum = melody.left + bass.left
        let starts = Self.melody + Self.bass
        let blocks = starts.map { time -> Range<Int> in
            let begin = (Int(time) * 48 + 63) / 64 * 64
            return begin..<begin + 64
        }
        #expect(try sum.distance(to: mix.left, outside: blocks) < -120)
        // Within it FluidSynth fades each voice in from what its slot played before.
        #expect(try sum.distance(to: mix.left) < -30)
    }

    @Test func soloAndMuteTogetherLeaveTheRest() throws {
        var options = Self.options
        options.solo = "all"
        options.mute = "ch:1"
        let rendering = try studio.render(Self.song, options: options)
        options.solo = "track:2"
        options.mute = ""
        let bass = try studio.render(Self.song, options: options)
        #expect(firstDifference(rendering.bytes, bass.bytes) == nil)
        #expect(try rendering.left.peakLevel() > -30)
    }
}
