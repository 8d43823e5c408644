import Clips
import Racks
import Realtime

/// The clips that a rack is made with.
struct RackClips {
    /// The clips, with their files open.
    private(set) var cursors: [ClipCursor] = []
    /// Their settings.
    private(set) var settings: [ClipSettings] = []
    private var rate = 0

    /// Makes none.
    init() {}

    /// Opens the files of clips, and reads the beginnings.
    ///
    /// - Parameters:
    ///   - settings: The clips.
    ///   - rate: Frames per second.
    ///   - isRealtime: Whether they play in real time.
    ///   - stream: Reads the files while they play.
    /// - Throws: A file that cannot be opened or is no sound; a place behind its end.
    init(
        _ settings: [ClipSettings],
        rate: Int,
        isRealtime: Bool,
        by stream: ClipStream = .shared
    ) throws(HostError) {
        self.settings = settings
        self.rate = rate
        for clip in settings {
            cursors.append(try ClipCursor(clip, isExact: !isRealtime, by: stream))
        }
    }

    /// The settings of a strip with which it begins: those of the first clip that names it.
    static func strip(_ name: String, _ clips: [ClipSettings]) -> StripSettings? {
        guard let clip = clips.first(where: { $0.stripName == name }) else { return nil }
        var strip = StripSettings()
        strip.inserts = clip.inserts
        return strip
    }

    /// The versions of their files.
    var versions: [String?] { cursors.map(\.version) }

    /// The names of their strips.
    var strips: [String] { settings.map(\.stripName) }

    /// Makes their players.
    ///
    /// - Parameters:
    ///   - names: The names of the rack's samplers and strips of clips, by their numbers.
    ///   - maximumPeriod: The most frames that are rendered at once.
    /// - Returns: The players, which point to ``cursors``.
    func players(in names: [String], maximumPeriod: Int) -> FixedArray<ClipPlayer> {
        FixedArray(count: cursors.count) { index in
            unsafe ClipPlayer(
                cursors[index],
                settings[index],
                sampler: names.firstIndex(of: settings[index].stripName) ?? 0,
                rate: rate,
                maximumPeriod: maximumPeriod
            )
        }
    }
}
