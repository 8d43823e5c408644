/// The conversion of a file's tracks to a sequence's.
public struct LoadingOptions: OptionSet, Hashable, Sendable {
    /// One bit for each option.
    public let rawValue: Int

    /// Makes options of their bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// One track for each channel, as Core Audio's `kMusicSequenceLoadSMF_ChannelsToTracks`.
    ///
    /// See `MIDIFile.splitByChannel()` for what goes where.
    public static let channelsToTracks = LoadingOptions(rawValue: 1)

    /// Each track is for one port (FF 21): one that changes its port on the way becomes several,
    /// which follow each other.
    ///
    /// Every event goes to the track of its port; events that are not for an instrument stay in the
    /// first. See ``MusicSequence/groups``.
    public static let portsToGroups = LoadingOptions(rawValue: 2)
}
