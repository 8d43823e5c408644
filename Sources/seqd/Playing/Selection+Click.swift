import Sequencer

/// The click, which is heard or not whatever else is: its track and its sampler are the last ones.
extension Selection {
    /// What is muted in a sequence with a click: of that nothing but itself, whichever channel it
    /// plays on.
    ///
    /// - Parameters:
    ///   - sequence: The sequence.
    ///   - isOn: Whether the click is heard.
    /// - Returns: What is muted.
    func mutingClick(of sequence: PreparedSequence, isOn: Bool) -> Selection {
        guard let track = sequence.tracks.indices.last, let port = sequence.ports.indices.last
        else {
            return self
        }
        var selection = self
        if channels.indices.contains(port) { selection.channels[port] = 0 }
        if isOn { selection.tracks.remove(track) } else { selection.tracks.insert(track) }
        return selection
    }

    /// What alone is heard in a sequence with a click: the click too, where anything is.
    func soloingClick(of sequence: PreparedSequence) -> Selection {
        guard let track = sequence.tracks.indices.last, !isEmpty else { return self }
        var selection = self
        selection.tracks.insert(track)
        return selection
    }
}
