import MIDI

extension PreparedSequence {
    /// The program that the first note of some tracks and channels plays with, or that its channel
    /// selects first; `nil` if they have no notes.
    public func firstProgram(of selection: Selection) -> ProgramUse? {
        let first = schedule.first { event in
            event.kind == .channel && event.message.isNoteOn
                && selection.contains(
                    track: Int(event.track),
                    port: Int(event.port),
                    channel: Int(event.message.channel)
                )
        }
        guard let first else { return nil }
        return programs.first { $0.port == first.port && $0.channel == first.message.channel }
    }
}
