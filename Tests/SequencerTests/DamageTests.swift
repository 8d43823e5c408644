import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

/// Whatever is left of a damaged song is played, and what is sung of it is told.
@Suite("A damaged song")
struct DamageTests {
    /// A song with lyrics of both kinds, ports, messages in packets, tempos and meters.
    private static let bytes: [UInt8] = {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 96)
        song.track("Song") { track in
            track.tempo(at: 0, microsecondsPerQuarter: 500_000)
            track.meter(at: 0, 3, denominatorPower: 2)
            track.keySignature(at: 0, sharps: 2, isMinor: false)
            track.marker(at: 96, "loopStart")
            track.tempo(at: 96, microsecondsPerQuarter: 1)
        }
        song.track("Words") { track in
            track.text(at: 0, .text, "@KMIDI KARAOKE FILE")
            track.text(at: 0, .text, "@TSong")
            track.text(at: 0, .text, "\\La ")
            track.text(at: 48, .text, "/la")
            track.text(at: 50, .lyric, "la\r")
            track.text(at: 60, .lyric, "{@JP}")
        }
        song.track("Piano") { track in
            track.port(at: 0, 1)
            track.program(at: 0, channel: 0, 5, bank: 128)
            track.registeredParameter(at: 0, channel: 0, 0, value: 256)
            track.note(at: 0, length: 96, channel: 0, key: 60)
            track.pedal(at: 10, channel: 0, down: true)
            track.systemExclusive(at: 20, [0x43, 0x12])
            track.escape(at: 24, [0x00, 0xF7])
            track.escape(at: 30, [0x90, 0x3C, 0x40, 0x3C, 0x00])
            track.bend(at: 40, channel: 9, 100)
        }
        return song.bytes
    }()

    private func check(_ bytes: [UInt8]) {
        guard let file = try? MIDIFile(bytes) else { return }
        for (number, sequence) in PreparedSequence.sequences(from: file).enumerated() {
            #expect(sequence.schedule.count <= bytes.count)
            let ticks = sequence.schedule.map(\.tick)
            #expect(ticks == ticks.sorted())
            #expect(ticks.last ?? 0 <= sequence.endTick)
            let lyrics = sequence.lyrics(of: file, pattern: number)
            let sung = lyrics.lines.flatMap { $0.syllables.map(\.tick) }
            #expect(sung == sung.sorted())
            #expect(sung.count <= bytes.count)
            let report = FaultReport(of: sequence, in: file, pattern: number, limit: 3)
            #expect(report.faults.count <= report.counts.count * 3)
            #expect(SequenceAnalysis(sequence).polyphony.peak <= sequence.noteCount)
        }
    }

    @Test("may be cut at every byte")
    func cuts() {
        for count in 0...Self.bytes.count { check(Array(Self.bytes.prefix(count))) }
    }

    @Test("may have another byte in any place")
    func flips() {
        for (index, byte) in Self.bytes.enumerated() {
            let values = (0..<8).map { byte ^ (1 << UInt8($0)) } + [0x00, 0x7F, 0x80, 0xFF]
            for turn in 0..<2 {
                var damaged = Self.bytes
                damaged[index] = values[(index * 5 + turn * 7) % values.count]
                check(damaged)
            }
        }
    }
}
