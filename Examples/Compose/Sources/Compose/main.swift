import Foundation
import SMF
import Sequencer

// One bar of bass, repeated until the other track ends.
var bass = MusicTrack(name: "Bass")
bass.insert(.preset(PresetEvent(program: 32)), at: 0)
for (beat, key) in [UInt8(36), 43, 40, 43].enumerated() {
    bass.insert(Note(key: key, duration: 400), at: Int64(beat) * 480)
}
bass.loop = TrackLoop(length: 4 * 480)

// Two bars of a flute, and the same an octave higher.
var tune = MusicTrack(name: "Tune")
tune.insert(.preset(PresetEvent(program: 73, channel: 1)), at: 0)
for (beat, key) in [UInt8(72), 74, 76, 72, 76, 77, 79, 79].enumerated() {
    tune.insert(Note(key: key, duration: 460, velocity: 80, channel: 1), at: Int64(beat) * 480)
}
tune.merge(tune.copy(0..<3840), at: 3840)
tune.transpose(3840..<7680, by: 12)

// Slower and slower in the last bar.
let slower = TempoRamp(from: 500_000, to: 900_000, length: 1920)
let tempo = TempoTrack([(0, .tempo(beatsPerMinute: 120)), (5760, .ramp(slower))])
let sequence = MusicSequence(tempoTrack: tempo, tracks: [bass, tune])

// Play: a player returns the events of each period, to be sent to an instrument.
let item = PlayItem(sequence: try sequence.prepared(), rate: 48_000)
var player = MusicPlayer(samplers: item.samplerCount)
player.start(item, atFrame: 0)
var limit: Int64 = 0
while !player.hasEnded {
    limit += 256
    while let event = player.nextEvent(before: limit) {
        print(event.frame, event.message.bytes.map { String($0, radix: 16) }.joined(separator: " "))
    }
}

// Save, with the loops as they were played.
let bytes = try sequence.midiFile(rendering: .asPlayed).bytes()
try Data(bytes).write(
    to: URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "tune.mid")
)
