import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

/// Rows of the table of what a reader must handle, as far as time and music are concerned.
@Suite("The matrix of features and quirks, as it is played")
struct MatrixTests {
    private func sequence(_ song: SMFBuilder) throws -> PreparedSequence {
        try #require(PreparedSequence.sequences(from: try MIDIFile(song.bytes)).first)
    }

    @Test(
        "Frames of time code are exact, and tempo means nothing",
        arguments: [(24, 80, 24, 1), (25, 40, 25, 1), (29, 100, 30_000, 1001), (30, 120, 30, 1)]
    )
    func timeCode(rate: UInt8, ticks: UInt8, frames: Int64, seconds: Int64) throws {
        var song = SMFBuilder(format: 0, framesPerSecond: rate, ticksPerFrame: ticks)
        song.track { track in
            track.tempo(at: 0, microsecondsPerQuarter: 1)
            track.endTick = UInt32(frames) * UInt32(ticks) * 10
        }
        #expect(try sequence(song).endFrame(rate: 48_000) == seconds * 10 * 48_000)
    }

    @Test("A tempo of 0 or of a wrong length leaves the tempo as it was")
    func impossibleTempos() throws {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track { track in
            track.tempo(at: 0, microsecondsPerQuarter: 1_000_000)
            track.tempo(at: 480, microsecondsPerQuarter: 0)
            track.meta(at: 480, type: 0x51, [0x07, 0xA1])
            track.meta(at: 480, type: 0x51, [0x07, 0xA1, 0x20, 0x00])
            track.endTick = 960
        }
        #expect(try sequence(song).endFrame(rate: 48_000) == 96_000)
    }

    @Test("The fastest and the slowest tempo are exact")
    func extremeTempos() throws {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track { track in
            track.tempo(at: 0, microsecondsPerQuarter: 1)
            track.tempo(at: 480, microsecondsPerQuarter: 0xFF_FFFF)
            track.endTick = 960
        }
        // 16,777,216 µs are 805,306.368 frames.
        #expect(try sequence(song).endFrame(rate: 48_000) == 805_307)
    }

    @Test("Very long deltas are exact")
    func longDeltas() throws {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 1)
        song.track { track in
            track.tempo(at: 0, microsecondsPerQuarter: 0xFF_FFFF)
            for part in UInt32(1)...15 { track.marker(at: part * 0x0FFF_FFFF, "\(part)") }
        }
        let quarters: Int128 = 15 * 0x0FFF_FFFF
        let frames = (quarters * 0xFF_FFFF * 48_000 + 999_999) / 1_000_000
        #expect(try sequence(song).endFrame(rate: 48_000) == Int64(frames))
    }

    @Test("A meter or key that cannot be leaves the one before")
    func impossibleSignatures() throws {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 96)
        song.track { track in
            track.meter(at: 0, 3, denominatorPower: 2)
            track.keySignature(at: 0, sharps: 2, isMinor: false)
            track.meter(at: 288, 0, denominatorPower: 2)
            track.meta(at: 288, type: 0x58, [4, 2, 24])
            track.meter(at: 576, 4, denominatorPower: 9)
            track.keySignature(at: 576, sharps: 8, isMinor: false)
            track.note(at: 576, length: 96, channel: 0, key: 60)
        }
        let sequence = try sequence(song)
        #expect(sequence.timeSignatures.map(\.signature.description) == ["3/4"])
        #expect(sequence.keySignatures.map(\.signature.description) == ["D major"])
        #expect(sequence.noteCount == 1)
    }

    @Test("Ports of any value become samplers as they appear")
    func oddPorts() throws {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 96)
        for port: UInt8 in [254, 87, 253, 254] {
            song.track { track in
                track.port(at: 0, port)
                track.note(at: 0, length: 1, channel: 0, key: 60)
            }
        }
        let sequence = try sequence(song)
        #expect(sequence.ports == [254, 87, 253])
        #expect(Set(sequence.schedule.map(\.port)) == [0, 1, 2])
        #expect(sequence.diagnostics.isEmpty)
    }

    @Test("A note-off without a note is passed on, and ends nothing")
    func strayNoteOff() throws {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 96)
        song.track { track in
            track.noteOff(at: 0, channel: 0, key: 60)
            track.note(at: 10, length: 10, channel: 0, key: 60)
        }
        let sequence = try sequence(song)
        #expect(sequence.schedule.map(\.tick) == [0, 10, 20])
        #expect(sequence.noteCount == 1)
    }
}
