package import Clips
import Mixer
public import Racks
import Realtime

/// A clip that an engine plays by command, wherever its music is.
///
/// Making one opens the file and reads its beginning: on a thread that may wait.
public final class PlayableClip: Sendable {
    /// Its settings; the position in the music counts for nothing.
    public let settings: ClipSettings
    /// The length in seconds; infinite for one that repeats for ever.
    public let seconds: Double

    let cursor: ClipCursor

    /// Opens a clip's file.
    ///
    /// - Parameter settings: The clip.
    /// - Throws: `noInput` for a file that cannot be opened, `data` for one that is no sound, `usage` for
    ///   a place behind its end.
    public convenience init(_ settings: ClipSettings) throws(HostError) {
        try self.init(settings, from: nil)
    }

    /// Opens a clip's file, or a sound in memory.
    ///
    /// - Parameters:
    ///   - settings: The clip.
    ///   - memory: The sound that it plays in place of a file.
    /// - Throws: As ``init(_:)``.
    package init(_ settings: ClipSettings, from memory: MemorySound?) throws(HostError) {
        self.settings = settings
        cursor = try ClipCursor(settings, from: memory)
        seconds = cursor.seconds
    }
}

/// A clip that is lent to the audio thread.
final class LentClip {
    let clip: PlayableClip
    let cue: Box<ClipCue>

    init(_ clip: PlayableClip, _ strip: Loan<Strip>, number: Int, _ settings: EngineSettings) {
        self.clip = clip
        let player = unsafe ClipPlayer(
            clip.cursor,
            clip.settings,
            sampler: 0,
            rate: settings.rate,
            maximumPeriod: settings.maximumPeriod
        )
        cue = Box(
            ClipCue(player, clip.cursor, strip: strip, number: number, rate: settings.rate)
        )
    }
}
