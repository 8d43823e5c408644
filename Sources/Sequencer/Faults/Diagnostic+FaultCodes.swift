public import SMF

// Musical faults: what sounds other than its composer meant it, or costs more than it must.
extension Diagnostic.Code {
    /// There is no note.
    public static let noNotes = Self(rawValue: "no-notes")
    /// A note-on never gets its note-off.
    public static let stuckNote = Self(rawValue: "stuck-note")
    /// A note begins while its key still sounds, and ends with the note before it.
    public static let overlappingNotes = Self(rawValue: "overlapping-notes")
    /// A key has two note-ons at the same tick.
    public static let doubledNote = Self(rawValue: "doubled-note")
    /// A note-off comes where its key does not sound.
    public static let strayNoteOff = Self(rawValue: "stray-note-off")
    /// A note ends at the tick at which it begins.
    public static let zeroLengthNote = Self(rawValue: "zero-length-note")
    /// A note still sounds when its track has ended.
    public static let noteOutlastsTrack = Self(rawValue: "note-outlasts-track")
    /// The sustain pedal is down at the end.
    public static let pedalHeld = Self(rawValue: "pedal-held")
    /// The sostenuto pedal is down at the end.
    public static let sostenutoHeld = Self(rawValue: "sostenuto-held")
    /// The pitch wheel is not at its centre at the end.
    public static let bendNotCentred = Self(rawValue: "bend-not-centred")
    /// Volume or expression is 0 at every note of a channel.
    public static let silentChannel = Self(rawValue: "silent-channel")
    /// A program change comes after a note at the same tick.
    public static let programAfterNote = Self(rawValue: "program-after-note")
    /// Two tracks select different programs on one channel at the same tick.
    public static let programConflict = Self(rawValue: "program-conflict")
    /// A bank select comes after its program change at the same tick.
    public static let bankAfterProgram = Self(rawValue: "bank-after-program")
    /// A bank select is followed by no program change.
    public static let bankWithoutProgram = Self(rawValue: "bank-without-program")
    /// Data entry comes while no parameter is selected.
    public static let dataEntryUnselected = Self(rawValue: "data-entry-unselected")
    /// Data entry comes while one half of a parameter's number is missing.
    public static let parameterHalfSelected = Self(rawValue: "parameter-half-selected")
    /// The fine half of a controller comes before its coarse half at the same tick.
    public static let fineBeforeCoarse = Self(rawValue: "lsb-before-msb")
    /// A controller repeats its value very often.
    public static let controllerRepeated = Self(rawValue: "controller-repeated")
    /// A controller has no effect in seqd.
    public static let controllerIgnored = Self(rawValue: "controller-ignored")
    /// A parameter (RPN or NRPN) has no effect in seqd.
    public static let parameterIgnored = Self(rawValue: "parameter-ignored")
    /// A reset comes after notes and undoes settings of later notes.
    public static let resetAfterNote = Self(rawValue: "reset-after-note")
    /// A reset comes after settings, which it undoes.
    public static let resetAfterSetup = Self(rawValue: "reset-after-setup")
    /// A System Exclusive message has no effect in seqd.
    public static let systemExclusiveIgnored = Self(rawValue: "sysex-ignored")
    /// A tempo is above 1000 or below 10 BPM.
    public static let tempoExtreme = Self(rawValue: "tempo-extreme")
    /// A tempo is more than eight times the one before it, or less than an eighth.
    public static let tempoJump = Self(rawValue: "tempo-jump")
    /// No note begins or ends for ten minutes or more.
    public static let longGap = Self(rawValue: "long-gap")
    /// No tempo is given at the start.
    public static let tempoMissing = Self(rawValue: "tempo-missing")
    /// There are tempo events outside the first track.
    public static let tempoOutsideFirstTrack = Self(rawValue: "tempo-outside-track-1")
    /// A time signature comes inside a bar.
    public static let meterInsideBar = Self(rawValue: "meter-inside-bar")
    /// No time signature is given at the start.
    public static let meterMissing = Self(rawValue: "meter-missing")
    /// A track is empty.
    public static let emptyTrack = Self(rawValue: "empty-track")
    /// A port is declared and no event is for it.
    public static let unusedPort = Self(rawValue: "unused-port")
    /// A track names its port after events that go to another one.
    public static let portAfterEvents = Self(rawValue: "port-after-events")
    /// A text is not readable in any encoding that is used in files.
    public static let textUnreadable = Self(rawValue: "text-unreadable")
    /// A loop point lacks its counterpart, or the end comes before the start.
    public static let loopUnmatched = Self(rawValue: "loop-unmatched")
    /// There are several loop points of one kind.
    public static let loopRepeated = Self(rawValue: "loop-repeated")
    /// A track that is named for drums plays on a melodic channel.
    public static let drumsOnMelodicChannel = Self(rawValue: "drums-off-channel-10")
    /// A track that is named for a melodic instrument plays on a drum channel.
    public static let melodyOnDrumChannel = Self(rawValue: "melody-on-channel-10")

    /// All codes of musical faults.
    public static let faultCodes: [Self] = [
        .noNotes, .stuckNote, .overlappingNotes, .doubledNote, .strayNoteOff, .zeroLengthNote,
        .noteOutlastsTrack, .pedalHeld, .sostenutoHeld, .bendNotCentred, .silentChannel,
        .programAfterNote, .programConflict, .bankAfterProgram, .bankWithoutProgram,
        .dataEntryUnselected, .parameterHalfSelected, .fineBeforeCoarse, .controllerRepeated,
        .controllerIgnored, .parameterIgnored, .resetAfterNote, .resetAfterSetup,
        .systemExclusiveIgnored, .tempoExtreme, .tempoJump, .longGap, .tempoMissing,
        .tempoOutsideFirstTrack, .meterInsideBar, .meterMissing, .emptyTrack,
        .unusedPort, .portAfterEvents, .textUnreadable, .loopUnmatched, .loopRepeated,
        .drumsOnMelodicChannel, .melodyOnDrumChannel,
    ]
}
