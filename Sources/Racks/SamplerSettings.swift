/// The settings shared by all instances of a sampler.
public struct SamplerSettings: Hashable, Sendable {
    /// The range of ``polyphony``: that of FluidSynth.
    public static let polyphonies = 1...65_535
    /// The default number of voices that may sound at once.
    public static let usualPolyphony = 512

    /// The SoundFonts; the first has priority.
    public var fonts: [SoundFontReference]
    /// The engine that plays its notes.
    public var engine = SynthesisEngine.usual
    /// The interpretation of bank select messages at the start.
    public var bankMode: BankMode = .auto
    /// The interpolation between the frames of samples.
    public var interpolation = Interpolation.fourthOrder
    /// Whether the sustain pedal damps gradually, and catches notes that are still fading.
    public var halfPedal = false
    /// The notes that cut sounding voices of their key.
    public var noteCut = NoteCut.off
    /// The tuning of its melodic channels.
    public var tuning = TuningSettings()
    /// The tunings of single channels (0 … 15), which have instances of their own.
    package var channelTunings: [UInt8: TuningSettings] = [:]
    /// Voices that may sound at once, 1 … 65,535.
    ///
    /// They are distributed among the instances by the load of their channels; each has at least
    /// 64, or all if there are fewer.
    public var polyphony = usualPolyphony
    /// The most instances of the engine that share the sampler's channels, 1 … 16.
    ///
    /// It is a property of the sound, not of the machine: the same number gives the same samples
    /// everywhere. Music on fewer channels gets fewer instances.
    public var shards = 16
    /// The channels that have their own instance beside the shared ones, bit n for channel n (0 …
    /// 15); channel strips need this.
    package var separateChannels: UInt16 = 0

    /// Whether a channel is not in the default tuning.
    package var isTuned: Bool {
        !tuning.isDefault || channelTunings.values.contains { !$0.isDefault }
    }

    /// Makes settings with the default values.
    public init(fonts: [SoundFontReference]) {
        self.fonts = fonts
    }
}

/// A SoundFont file and its bank offset in the stack of fonts.
public struct SoundFontReference: Hashable, Sendable {
    /// The file.
    public var path: String
    /// The number added to each of its bank numbers.
    public var bankOffset: Int
    /// The folders, with links resolved, that must contain the files named by an instrument of
    /// another kind; empty for no restriction.
    public var folders: [String]

    /// Names a font.
    public init(path: String, bankOffset: Int = 0, folders: [String] = []) {
        self.path = path
        self.bankOffset = bankOffset
        self.folders = folders
    }

    /// Reads `FONT` or `FONT+OFFSET`, for example `strings.sf2+128`.
    ///
    /// - Parameters:
    ///   - argument: The text.
    ///   - exists: Tells whether a file exists; an existing file whose name ends in `+digits` is
    ///       taken literally.
    public init(parsing argument: String, exists: (String) -> Bool) {
        if let plus = argument.lastIndex(of: "+"), !exists(argument),
            let offset = Int(argument[argument.index(after: plus)...]), offset >= 0,
            offset <= 16_383
        {
            self.init(path: String(argument[..<plus]), bankOffset: offset)
        } else {
            self.init(path: argument)
        }
    }
}
