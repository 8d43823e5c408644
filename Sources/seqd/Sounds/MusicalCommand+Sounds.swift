import CommandSupport
import Platform
import Playback
import SamplerHost
import Sequencer

/// Commands that read sound files, and render MIDI files.
extension MusicalCommand {
    /// The settings with which MIDI files are rendered; `nil` for sound files only, which need no
    /// SoundFonts.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - atOnce: The number of files that are rendered at once.
    /// - Returns: The settings.
    /// - Throws: The fault of an option; status 64 for an option that sound files leave without effect.
    func music(among files: [String], atOnce: Int) throws(CommandFailure) -> MusicRendering? {
        // Files of other kinds fail when it is their turn.
        guard files.contains(where: { (try? AudibleFile($0)) == .music }) else {
            if let option = soundlessOptions.first(where: \.isGiven)?.option {
                throw CommandFailure(.usage, "\(option) is for MIDI files, and none is given")
            }
            return nil
        }
        StreamOptions.reportClips()
        let rack = try musical.routing.rack(musical.sound)
        try rack.checkWithoutMIDIOutputs()
        try musical.routing.checkWithoutLiveSources()
        return MusicRendering(
            musical: musical,
            rack: rack,
            threads: max(1, Processors.count / atOnce)
        )
    }

    /// The options that sound files leave without effect, except for those that a configuration file
    /// can set.
    var soundlessOptions: [(option: String, isGiven: Bool)] {
        [
            ("--mute", !piece.mute.isEmpty), ("--solo", !piece.solo.isEmpty),
            ("--transpose", piece.transpose != 0), ("--speed", piece.speed != .normal),
            ("--varispeed", piece.varispeed != .normal),
            ("--pattern", piece.pattern != nil), ("--loop-range", playing.loopRange != nil),
            ("--tempo", playing.tempo != nil), ("--metronome", playing.metronome),
            ("--count-in", playing.countIn != nil), ("--chase-notes", playing.chaseNotes),
            ("--skip-silence", playing.skipSilence),
        ]
    }
}
