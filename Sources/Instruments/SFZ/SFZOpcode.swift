/// The opcodes that are carried out.
///
/// The names are those of SFZ version 1 and, where it has more, of ARIA's dialect.
enum SFZOpcode: String {
    case sample
    case lokey, hikey, key
    case lovel, hivel
    case pitchKeycenter = "pitch_keycenter"
    case pitchKeytrack = "pitch_keytrack"
    case tune, transpose
    case volume, amplitude, pan
    case groupVolume = "group_volume"
    case masterVolume = "master_volume"
    case globalVolume = "global_volume"
    case groupAmplitude = "group_amplitude"
    case masterAmplitude = "master_amplitude"
    case globalAmplitude = "global_amplitude"
    case offset, end, delay
    case loopMode = "loop_mode"
    case loopStart = "loop_start"
    case loopEnd = "loop_end"
    case trigger
    case group
    case offBy = "off_by"
    case seqLength = "seq_length"
    case seqPosition = "seq_position"
    case lorand, hirand
    case ampVeltrack = "amp_veltrack"
    case ampVelcurve = "amp_velcurve"
    case ampKeytrack = "amp_keytrack"
    case ampKeycenter = "amp_keycenter"
    case xfInLokey = "xfin_lokey"
    case xfInHikey = "xfin_hikey"
    case xfOutLokey = "xfout_lokey"
    case xfOutHikey = "xfout_hikey"
    case xfInLovel = "xfin_lovel"
    case xfInHivel = "xfin_hivel"
    case xfOutLovel = "xfout_lovel"
    case xfOutHivel = "xfout_hivel"
    case xfKeycurve = "xf_keycurve"
    case xfVelcurve = "xf_velcurve"
    case xfCCcurve = "xf_cccurve"
    case ampDelay = "ampeg_delay"
    case ampAttack = "ampeg_attack"
    case ampHold = "ampeg_hold"
    case ampDecay = "ampeg_decay"
    case ampSustain = "ampeg_sustain"
    case ampRelease = "ampeg_release"
    case filDelay = "fileg_delay"
    case filAttack = "fileg_attack"
    case filHold = "fileg_hold"
    case filDecay = "fileg_decay"
    case filSustain = "fileg_sustain"
    case filRelease = "fileg_release"
    case filDepth = "fileg_depth"
    case pitchDelay = "pitcheg_delay"
    case pitchAttack = "pitcheg_attack"
    case pitchHold = "pitcheg_hold"
    case pitchDecay = "pitcheg_decay"
    case pitchSustain = "pitcheg_sustain"
    case pitchRelease = "pitcheg_release"
    case pitchDepth = "pitcheg_depth"
    case cutoff, resonance
    case filType = "fil_type"
    case filVeltrack = "fil_veltrack"
    case filKeytrack = "fil_keytrack"
    case filKeycenter = "fil_keycenter"
    case pitchVeltrack = "pitch_veltrack"
    case ampLFODelay = "amplfo_delay"
    case ampLFOFrequency = "amplfo_freq"
    case ampLFODepth = "amplfo_depth"
    case pitchLFODelay = "pitchlfo_delay"
    case pitchLFOFrequency = "pitchlfo_freq"
    case pitchLFODepth = "pitchlfo_depth"
    case filLFODelay = "fillfo_delay"
    case filLFOFrequency = "fillfo_freq"
    case filLFODepth = "fillfo_depth"
    case effect1, effect2
    case switchLast = "sw_last"
    case switchDefault = "sw_default"
    case switchLowest = "sw_lolast"
    case switchHighest = "sw_hilast"
    case switchDown = "sw_down"
    case switchPrevious = "sw_previous"
    case loprog, hiprog
    case masterLabel = "master_label"
    case groupLabel = "group_label"
    case lochan, hichan

    /// Names that mean the same.
    private static let aliases: [String: SFZOpcode] = [
        "loopmode": .loopMode, "loopstart": .loopStart, "loopend": .loopEnd, "offby": .offBy,
        "pitch": .tune, "filtype": .filType, "cutoff1": .cutoff, "resonance1": .resonance,
        "fil1_type": .filType, "polyphony_group": .group, "gain": .volume,
        "fil1_veltrack": .filVeltrack, "fil1_keytrack": .filKeytrack,
        "fil1_keycenter": .filKeycenter,
    ]

    /// The opcode of a name in lower case; `nil` for those that are not carried out.
    init?(name: String) {
        guard let opcode = Self.aliases[name] ?? SFZOpcode(rawValue: name) else { return nil }
        self = opcode
    }

    /// Whether the value is a word or a file, not a number.
    var isText: Bool {
        switch self {
        case .sample, .loopMode, .trigger, .filType, .xfKeycurve, .xfVelcurve, .xfCCcurve,
            .masterLabel, .groupLabel:
            true
        default: false
        }
    }

    /// Whether the value may be the name of a key.
    var isKey: Bool {
        switch self {
        case .lokey, .hikey, .key, .pitchKeycenter, .switchLast, .switchDefault, .switchLowest,
            .switchHighest, .switchDown, .switchPrevious, .ampKeycenter, .filKeycenter, .xfInLokey,
            .xfInHikey, .xfOutLokey, .xfOutHikey:
            true
        default: false
        }
    }
}
