/// The settings shared by all instances of a sampler.
public struct SamplerSettings: Hashable, Sendable {
    /// The range of ``polyphony``: that of FluidSynth.
    public static let polyphonies = 1...65_535
    /// The voices that may sound at once, unless another number is set.
    public static let usualPolyphony = 512

    /// The SoundFonts; the first has priority.
    public var fonts: [SoundFontReference]
    /// The interpretation of bank select messages at the start.
    public var bankMode: BankMode = .auto
    /// The interpolation between the frames of samples.
    public var interpolation = Interpolation.fourthOrder
    /// Whether the sustain pedal damps gradually, and catches notes that are still fading.
    public var halfPedal = false
    /// The notes that cut voices of their key that still sound.
    public var noteCut = NoteCut.off
    /// The tuning of its melodic channels.
    public var tuning = TuningSettings()
    /// The tunings of single channels (0 … 15), which have instances of their own.
    package var channelTunings: [UInt8: TuningSettings] = [:]
    /// Voices that may sound at once, 1 … 65,535.
    ///
    /// They are shared out among the instances by what their channels have to do; each has at least
    /// 64 of them, or all where there are fewer.
    public var polyphony = usualPolyphony
    /// The most FluidSynth instances that share the sampler's channels, 1 … 16.
    ///
    /// It belongs to the sound, not to the machine: the same number gives the same samples
    /// everywhere. Music that uses fewer channels gets fewer.
    public var shards = 16
    /// The channels that have an instance of their own beside the shared ones, bit n for channel n
    /// (0 … 15), as strips of channels need.
    package var separateChannels: UInt16 = 0

    /// Whether a channel is not in the default tuning.
    package var isTuned: Bool {
        !tuning.isDefault || channelTunings.values.contains { !$0.isDefault }
    }

    /// Makes settings with the usual values.
    public init(fonts: [SoundFontReference]) {
        self.fonts = fonts
    }
}

/// A SoundFont file and how it is put into the stack of fonts.
public struct SoundFontReference: Hashable, Sendable {
    /// The file.
    public var path: String
    /// The number added to each of its bank numbers.
    public var bankOffset: Int
    /// The folders, without links, below which the files must be that an instrument of another kind
    /// names; empty for anywhere.
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
    ///   - exists: Tells whether a file exists; a name that ends in `+digits` and exists as it
    ///     stands is taken as it stands.
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
