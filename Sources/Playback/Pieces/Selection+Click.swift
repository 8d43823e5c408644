package import Sequencer

/// The click, which is heard or not whatever else is.
extension Selection {
    /// What is muted in a sequence: of its click, if it has one, nothing but itself, whichever
    /// channel it plays on.
    ///
    /// - Parameters:
    ///   - sequence: The sequence.
    ///   - isOn: Whether the click is heard.
    /// - Returns: What is muted.
    package func mutingClick(of sequence: PreparedSequence, isOn: Bool) -> Selection {
        guard let metronome = sequence.metronome else { return self }
        var selection = self
        // Meant was a port of another version.
        let port = Int(metronome.port)
        if channels.indices.contains(port) { selection.channels[port] = 0 }
        if isOn {
            selection.tracks.remove(metronome.track)
        } else {
            selection.tracks.insert(metronome.track)
        }
        return selection
    }

    /// What alone is heard in a sequence: its click too, if it has one, where anything is.
    package func soloingClick(of sequence: PreparedSequence) -> Selection {
        guard let metronome = sequence.metronome, !isEmpty else { return self }
        var selection = self
        selection.tracks.insert(metronome.track)
        return selection
    }
}
