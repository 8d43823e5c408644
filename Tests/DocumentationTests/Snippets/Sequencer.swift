import MIDI
import Sequencer

/// The example of Sequencer's page.
func startWithSequencer() throws {
    // begin
    var track = MusicTrack(name: "Tune")
    for (beat, key) in [UInt8(60), 64, 67].enumerated() {
        track.insert(Note(key: key, duration: 480), at: Int64(beat) * 480)
    }
    let tempo = TempoTrack([(0, .tempo(beatsPerMinute: 96))])
    let sequence = MusicSequence(tempoTrack: tempo, tracks: [track])

    // A second of it, at 48,000 frames per second.
    let item = PlayItem(sequence: try sequence.prepared(), rate: 48_000)
    var player = MusicPlayer(samplers: item.samplerCount)
    player.start(item, atFrame: 0)
    while let event = player.nextEvent(before: 48_000) {
        print(event.frame, event.message.bytes)
    }
    // end
}
