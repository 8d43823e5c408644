extension Fault {
    /// What was found.
    ///
    /// The raw values are stable: scripts may rely on them. docs/check.md explains each.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// There is no note at all.
        case noNotes = "no-notes"
        /// A note-on never gets its note-off.
        case stuckNote = "stuck-note"
        /// A note begins while its key still sounds, and ends with the note before it.
        case overlappingNotes = "overlapping-notes"
        /// A key is struck twice at the same tick.
        case doubledNote = "doubled-note"
        /// A note-off comes where its key does not sound.
        case strayNoteOff = "stray-note-off"
        /// A note ends at the tick at which it begins.
        case zeroLengthNote = "zero-length-note"
        /// A note still sounds when its track has ended.
        case noteOutlastsTrack = "note-outlasts-track"
        /// The sustain pedal is down at the end.
        case pedalHeld = "pedal-held"
        /// The sostenuto pedal is down at the end.
        case sostenutoHeld = "sostenuto-held"
        /// The pitch wheel is not at its centre at the end.
        case bendNotCentred = "bend-not-centred"
        /// Volume or expression is 0 at every note of a channel.
        case silentChannel = "silent-channel"
        /// A program change comes after a note at the same tick.
        case programAfterNote = "program-after-note"
        /// Two tracks select different programs on one channel at the same tick.
        case programConflict = "program-conflict"
        /// A bank select comes after its program change at the same tick.
        case bankAfterProgram = "bank-after-program"
        /// A bank select is followed by no program change.
        case bankWithoutProgram = "bank-without-program"
        /// Data entry comes while no parameter is selected.
        case dataEntryUnselected = "data-entry-unselected"
        /// Data entry comes while one half of a parameter's number is missing.
        case parameterHalfSelected = "parameter-half-selected"
        /// The fine half of a controller comes before its coarse half at the same tick.
        case fineBeforeCoarse = "lsb-before-msb"
        /// A controller says the same value very often.
        case controllerRepeated = "controller-repeated"
        /// A reset comes after notes and takes settings away from those that follow.
        case resetAfterNote = "reset-after-note"
        /// A reset comes after settings, which it undoes.
        case resetAfterSetup = "reset-after-setup"
        /// A System Exclusive message does nothing in seqd.
        case systemExclusiveIgnored = "sysex-ignored"
        /// A tempo is above 1000 or below 10 BPM.
        case tempoExtreme = "tempo-extreme"
        /// A tempo is more than eight times the one before it, or less than an eighth.
        case tempoJump = "tempo-jump"
        /// No tempo is given at the start.
        case tempoMissing = "tempo-missing"
        /// Tempo events stand outside the first track.
        case tempoOutsideFirstTrack = "tempo-outside-track-1"
        /// A time signature comes inside a bar.
        case meterInsideBar = "meter-inside-bar"
        /// No time signature is given at the start.
        case meterMissing = "meter-missing"
        /// A track has nothing in it.
        case emptyTrack = "empty-track"
        /// A port is declared and no event is for it.
        case unusedPort = "unused-port"
        /// A track names its port after events that go to another one.
        case portAfterEvents = "port-after-events"
        /// A text is not readable in any encoding that files have.
        case textUnreadable = "text-unreadable"
        /// A loop point lacks its counterpart, or the end comes before the start.
        case loopUnmatched = "loop-unmatched"
        /// There are several loop points of one kind.
        case loopRepeated = "loop-repeated"
        /// A track that is named for drums plays on a melodic channel.
        case drumsOnMelodicChannel = "drums-off-channel-10"
        /// A track that is named for a melodic instrument plays on a drum channel.
        case melodyOnDrumChannel = "melody-on-channel-10"
    }
}
