import Sequencer

/// Dense music for trials: sustained chords on eight channels, each played again every half second.
enum TrialMusic {
    /// Strings, organ, choir, brass, piano, pad, guitar, bass: programs of General MIDI.
    private static let programs: [UInt8] = [48, 19, 52, 61, 0, 88, 24, 33]

    /// The music.
    ///
    /// - Parameters:
    ///   - seconds: Its length.
    ///   - notes: How many notes sound at a time, a multiple of eight.
    /// - Returns: A sequence of two quarter notes per second.
    static func sequence(seconds: Int, notes: Int) -> PreparedSequence {
        let tracks = programs.enumerated().map { index, program in
            let channel = UInt8(index)
            var track = MusicTrack()
            track.insert(.preset(PresetEvent(program: program, channel: channel)), at: 0)
            for beat in 0..<Int64(max(seconds, 1) * 2) {
                for note in 0..<notes / programs.count {
                    let key = UInt8(36 + note * 5 + index)
                    // The channels strike one after the other.
                    let tick = beat * 480 + Int64(index * 60)
                    track.insert(
                        Note(key: key, duration: 480, velocity: 80, channel: channel),
                        at: tick
                    )
                }
            }
            return track
        }
        let tempo = TempoTrack([(0, .tempo(beatsPerMinute: 120))])
        guard let prepared = try? MusicSequence(tempoTrack: tempo, tracks: tracks).prepared() else {
            preconditionFailure("the trial's music is valid")
        }
        return prepared
    }
}
