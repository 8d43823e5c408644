import SMF

/// Finds tracks whose name and channel contradict each other.
enum TrackNameFaults {
    private static let drumWords: Set<String> = [
        "drum", "drums", "drumkit", "drumset", "percussion", "perc", "schlagzeug", "batterie",
        "bateria", "batteria", "hihat", "snare",
    ]

    private static let melodicWords: Set<String> = [
        "piano", "guitar", "violin", "violins", "viola", "cello", "flute", "oboe", "clarinet",
        "bassoon", "trumpet", "trombone", "tuba", "organ", "strings", "choir", "sax", "saxophone",
        "harp", "harpsichord", "accordion", "vocals", "voice", "soprano", "alto", "tenor",
    ]

    /// Whether a melodic program is percussive: timpani, woodblock, taiko, tom, synth drum and the
    /// programs between them in General MIDI.
    private static func isPercussive(_ program: UInt8) -> Bool {
        program == 47 || (112...119).contains(program)
    }

    /// Checks all tracks of a sequence.
    static func check(_ sequence: PreparedSequence, _ log: inout FaultLog) {
        for (number, track) in sequence.tracks.enumerated() {
            guard track.noteCount > 0, !track.programs.isEmpty, let name = track.name,
                let channel = track.channels.first
            else { continue }
            let words = Set(
                name.lowercased().split { !$0.isLetter }.map(String.init)
            )
            let channelIndex = Int(channel.port) << 4 | Int(channel.channel)
            let isDrumName = !words.isDisjoint(with: drumWords)
            if isDrumName,
                track.programs.allSatisfy({
                    !$0.isDrums && !isPercussive($0.program) && $0.bankMSB < 120
                })
            {
                log.report(
                    .drumsOnMelodicChannel,
                    .note,
                    track: number,
                    channelIndex: channelIndex,
                    tick: track.firstTick,
                    "the track's name says drums, but its channel is melodic: it plays "
                        + "program \(track.programs.first?.program ?? 0)"
                )
            } else if !isDrumName, !words.isDisjoint(with: melodicWords),
                track.programs.allSatisfy(\.isDrums)
            {
                log.report(
                    .melodyOnDrumChannel,
                    .note,
                    track: number,
                    channelIndex: channelIndex,
                    tick: track.firstTick,
                    "the track is named after a melodic instrument, but its channel plays drums"
                )
            }
        }
    }
}
