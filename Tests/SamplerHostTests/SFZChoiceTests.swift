import SamplerHost
import TestSupport
import Testing

/// Which regions of a round robin and of random choices sound, by tones of their own.
@Suite("Turns and chance in SFZ files")
struct SFZChoiceTests {
    private static let tones = [440.0, 550, 660, 770]
    private let studio: InstrumentStudio

    init() throws {
        studio = try InstrumentStudio()
        for (index, tone) in Self.tones.enumerated() {
            try studio.add("\(index).wav", WAVBuilder([WAVBuilder.sine(tone, frames: 48_000)]))
        }
    }

    /// A note of half a second each, and what sounds of each: the indices of tones.
    private func sounding(
        _ text: String,
        notes: [(channel: UInt8, key: UInt8, velocity: UInt8)],
        shards: Int = 2
    ) throws -> [[Int]] {
        let path = try studio.write(text)
        var options = Rendering.Options()
        options.limiter = false
        options.shards = shards
        options.tail = .frames(48_000)
        let song = SMFBuilder.milliseconds { track in
            for (index, note) in notes.enumerated() {
                track.note(
                    at: UInt32(index) * 500,
                    length: 250,
                    channel: note.channel,
                    key: note.key,
                    velocity: note.velocity
                )
            }
        }
        let rendering = try Rendering(song, font: path, options)
        return try notes.indices.map { index in
            let range = rendering.frames((index * 500 + 50)..<(index * 500 + 230))
            return try Self.tones.indices.filter {
                try rendering.left.level(ofPartial: Self.tones[$0], in: range) > -50
            }
        }
    }

    private func note(
        _ key: UInt8 = 60,
        velocity: UInt8 = 100,
        channel: UInt8 = 0
    ) -> (channel: UInt8, key: UInt8, velocity: UInt8) {
        (channel, key, velocity)
    }

    private static let three = """
        <group> lokey=0 hikey=127 pitch_keytrack=0 seq_length=3

        """

    @Test("regions play in turn, from the first on")
    func sequence() throws {
        let text =
            Self.three + """
                <region> sample=0.wav
                <region> sample=1.wav seq_position=2
                <region> sample=2.wav seq_position=3
                """
        let notes = [60, 60, 61, 60, 60].map { note($0) }
        #expect(try sounding(text, notes: notes) == [[0], [1], [2], [0], [1]])
        // The same from an instance that is new.
        #expect(try sounding(text, notes: notes) == [[0], [1], [2], [0], [1]])
    }

    @Test("layers of velocities stay together, other keys have turns of their own")
    func layers() throws {
        let text = """
            <group> pitch_keytrack=0 seq_length=2
            <region> key=60 hivel=80 sample=0.wav seq_position=1
            <region> key=60 hivel=80 sample=1.wav seq_position=2
            <region> key=60 lovel=81 sample=2.wav seq_position=1
            <region> key=60 lovel=81 sample=3.wav seq_position=2
            <region> key=62 sample=0.wav seq_position=1
            <region> key=62 sample=1.wav seq_position=2
            """
        let found = try sounding(
            text,
            notes: [
                note(velocity: 60), note(velocity: 100), note(62), note(velocity: 100), note(62),
                note(velocity: 60),
            ]
        )
        #expect(found == [[0], [3], [0], [2], [1], [1]])
    }

    @Test("each channel has turns of its own, whichever instance plays it", arguments: [1, 2])
    func channels(shards: Int) throws {
        let text =
            Self.three + """
                <region> sample=0.wav
                <region> sample=1.wav seq_position=2
                <region> sample=2.wav seq_position=3
                """
        let notes = [0, 0, 1, 0, 1].map { note(channel: $0) }
        #expect(try sounding(text, notes: notes, shards: shards) == [[0], [1], [0], [2], [1]])
    }

    @Test("what has no turn sounds with all others")
    func always() throws {
        let text =
            Self.three + """
                <region> sample=0.wav
                <region> sample=1.wav seq_position=2
                <group> pitch_keytrack=0
                <region> sample=3.wav
                """
        let found = try sounding(text, notes: [note(), note(), note(), note()])
        #expect(found == [[0, 3], [1, 3], [3], [0, 3]])
    }

    @Test("by chance, each region gets its share, the same in each rendering")
    func chance() throws {
        let text = """
            <group> pitch_keytrack=0
            <region> sample=0.wav hirand=0.25
            <region> sample=1.wav lorand=0.25 hirand=0.5
            <region> sample=2.wav lorand=0.5
            """
        let notes = (0..<64).map { _ in note() }
        let found = try sounding(text, notes: notes)
        #expect(found.allSatisfy { $0.count == 1 })
        let counts = (0..<3).map { tone in found.count { $0 == [tone] } }
        // Of 64 notes 16, 16 and 32 are expected; the standard deviation is at most 4.
        #expect(abs(counts[0] - 16) < 12 && abs(counts[1] - 16) < 12, "\(counts)")
        #expect(try sounding(text, notes: notes) == found)
    }

    @Test("a reset begins with the first turn again")
    func reset() throws {
        let path = try studio.write(
            Self.three + """
                <region> sample=0.wav
                <region> sample=1.wav seq_position=2
                """
        )
        let rendering = try studio.render(path) {
            $0.note(at: 0, length: 200, channel: 0, key: 60, velocity: 100)
            $0.systemExclusive(at: 400, [0x7E, 0x7F, 0x09, 0x01])
            $0.note(at: 500, length: 200, channel: 0, key: 60, velocity: 100)
        }
        for start in [50, 550] {
            let range = rendering.frames(start..<start + 130)
            #expect(try rendering.left.level(ofPartial: 440, in: range) > -50)
            #expect(try rendering.left.level(ofPartial: 550, in: range) < -60)
        }
    }
}
