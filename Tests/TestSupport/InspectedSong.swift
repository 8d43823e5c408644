/// Files whose contents the tests know.
public enum InspectedSong {
    /// Format 1, with two ports, drums, changes of tempo, meter and key, and markers.
    ///
    /// One name would play tricks on a terminal. Three bars, 2 of 4/4 and 1 of 3/4, with 480 ticks
    /// per quarter note: bar 1 at 120 BPM (2 s), bar 2 at 60 BPM (4 s), bar 3 at 60 BPM (3 s).
    public static var full: SMFBuilder {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track("Étude") {
            $0.tempo(at: 0, beatsPerMinute: 120)
            $0.tempo(at: 1920, beatsPerMinute: 60)
            $0.meter(at: 0, 4, denominatorPower: 2)
            $0.meter(at: 3840, 3, denominatorPower: 2)
            $0.keySignature(at: 0, sharps: 2, isMinor: false)
            $0.keySignature(at: 3840, sharps: 3, isMinor: true)
            $0.marker(at: 0, "Intro")
            $0.marker(at: 1920 + 480, "Verse \"1\"\\")
            $0.endTick = 5280
        }
        song.track("Piano\u{1B}[2J") {
            $0.text(at: 0, .instrumentName, "Grand")
            $0.program(at: 0, channel: 0, 4)
            $0.note(at: 0, length: 480, channel: 0, key: 60)
            $0.note(at: 480, length: 480, channel: 0, key: 62)
            $0.program(at: 960, channel: 0, 48, bank: 8 << 7)
            $0.note(at: 960, length: 480, channel: 0, key: 64)
            $0.endTick = 5280
        }
        song.track("Drums") {
            $0.port(at: 0, 1)
            $0.note(at: 1920, length: 10, channel: 9, key: 36)
            $0.endTick = 5280
        }
        return song
    }

    /// One track without its end, of one note, and with bytes after it that belong to nothing.
    public static var damaged: SMFBuilder {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 96)
        song.track {
            $0.note(at: 0, length: 96, channel: 0, key: 60)
            $0.hasEndOfTrack = false
        }
        return song
    }
}
