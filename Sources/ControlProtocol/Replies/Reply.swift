/// The daemon's answer to a request that was done, or scheduled.
///
/// Its values are stored elsewhere (`indirect`): a status is large, and most replies have nothing.
public indirect enum Reply: Hashable, Sendable {
    /// Done; the warning says why nothing is audible, or which preset plays instead of a missing
    /// one.
    case done(warning: String? = nil)
    /// Scheduled for a position.
    case scheduled(ScheduledAction)
    /// Files were added to the queue, by `play` or `enqueue`.
    case added(AddedFiles)
    /// The queue.
    case queue(QueueListing)
    /// The playlists.
    case playlists([PlaylistEntry])
    /// The number of scheduled commands that were cancelled.
    case cancelled(Int)
    /// The new SoundFonts are in use, or scheduled for a position.
    case fontsLoaded(LoadedFonts)
    /// The presets of the SoundFonts.
    case presets([PresetEntry])
    /// The rack and the routes.
    case rack(RackListing)
    /// The strips of the mixer.
    case strips([StripEntry])
    /// The notes that sound and the parts that are silent, with the reasons.
    case sound(SoundReport)
    /// The effects of all buses.
    case effects([EffectsBusEntry])
    /// The audio devices.
    case outputs(OutputListing)
    /// The number of a new tap.
    case tap(Int)
    /// Taps.
    case taps([TapEntry])
    /// The result of a recording or a capture.
    case recording(RecordingSummary)
    /// The maps of controllers, or the one that was made.
    case maps([MapEntry])
    /// The number of maps that were removed.
    case unmapped(Int)
    /// The number of a new render job.
    case job(Int)
    /// The render jobs.
    case jobs([JobEntry])
    /// The state of the daemon.
    case status(DaemonStatus)
    /// The daemon's counts, and the resources that it uses.
    case statistics(DaemonStatistics)
    /// The MIDI source ports, and the rules by which they are connected.
    case ports(PortListing)
    /// The MIDI ports that were connected or disconnected.
    case changedPorts([PortEntry])
    /// All commands.
    case commands([CommandSummary])
    /// One command.
    case help(CommandExplanation)
    /// The versions of seqd and of the protocol.
    case version(DaemonVersion)
    /// The description of all commands, as the JSON text of an OpenRPC document.
    case openRPC(String)
    /// The names of the settings that have changed.
    case reloaded([String])
    /// The client itself.
    case client(ClientIdentity)
}
