/// A property of a player's object: the one list from which reading, writing, signals and the
/// description for other programs come.
struct MediaProperty: Sendable {
    /// The interfaces that have properties.
    enum Interface: String, CaseIterable, Sendable {
        case root = "org.mpris.MediaPlayer2"
        case player = "org.mpris.MediaPlayer2.Player"
    }

    /// The way in which changes become known.
    enum Announcement: String, Sendable {
        /// It never changes.
        case const
        /// By `PropertiesChanged`.
        case changes = "true"
        /// Not at all: it has to be asked for.
        case none = "false"
    }

    var interface: Interface
    var name: String
    /// Its type as D-Bus writes it.
    var signature: String
    var announcement: Announcement
    /// Gives its value; `nil` for the position, which the player has to be asked for.
    var value: (@Sendable (MediaDescription, MediaState) -> BusValue)?
    /// Gives the command that sets it to a value of its type; `nil` if it is only read.
    var command: (@Sendable (BusValue) throws(BusFault) -> MediaCommand)?

    /// The property with a name.
    static func named(_ name: String, of interface: Interface) -> MediaProperty? {
        all.first { $0.name == name && $0.interface == interface }
    }

    /// All properties, with those of MPRIS 2.2.
    static let all: [MediaProperty] = [
        root("CanQuit") { description, _ in .boolean(description.canQuit) },
        root("CanRaise") { _, _ in .boolean(false) },
        root("HasTrackList") { _, _ in .boolean(false) },
        root("Identity", "s") { description, _ in .text(description.identity) },
        root("DesktopEntry", "s") { _, _ in .text(MediaDescription.desktopEntry) },
        root("SupportedUriSchemes", "as") { description, _ in
            .texts(description.opensFiles ? ["file"] : [])
        },
        root("SupportedMimeTypes", "as") { description, _ in
            .texts(description.opensFiles ? MediaDescription.types : [])
        },
        player("PlaybackStatus", "s") { .text($0.playback.rawValue) },
        player("LoopStatus", "s", set: setRepetition) { .text($0.repetition.rawValue) },
        player("Rate", "d", set: setSpeed) { .real($0.speed) },
        player("Shuffle", "b", set: setShuffled) { .boolean($0.isShuffled) },
        player("Metadata", "a{sv}") { .dictionary($0.metadata) },
        player("Volume", "d", set: setVolume) { .real(MediaVolume.volume(gain: $0.gain)) },
        Self(interface: .player, name: "Position", signature: "x", announcement: .none),
        player("MinimumRate", "d") { _ in .real(MediaDescription.speeds.lowerBound) },
        player("MaximumRate", "d") { _ in .real(MediaDescription.speeds.upperBound) },
        player("CanGoNext") { .boolean($0.canGoNext) },
        player("CanGoPrevious") { .boolean($0.canGoPrevious) },
        player("CanPlay") { .boolean($0.canPlay) },
        player("CanPause") { .boolean($0.canPlay) },
        player("CanSeek") { .boolean($0.canSeek) },
        Self(
            interface: .player,
            name: "CanControl",
            signature: "b",
            announcement: .none,
            value: { _, _ in .boolean(true) }
        ),
    ]

    private static func root(
        _ name: String,
        _ signature: String = "b",
        _ value: @escaping @Sendable (MediaDescription, MediaState) -> BusValue
    ) -> MediaProperty {
        Self(
            interface: .root,
            name: name,
            signature: signature,
            announcement: .const,
            value: value
        )
    }

    private static func player(
        _ name: String,
        _ signature: String = "b",
        set command: (@Sendable (BusValue) throws(BusFault) -> MediaCommand)? = nil,
        _ value: @escaping @Sendable (MediaState) -> BusValue
    ) -> MediaProperty {
        Self(
            interface: .player,
            name: name,
            signature: signature,
            announcement: .changes,
            value: { _, state in value(state) },
            command: command
        )
    }

    // MARK: Setting

    private static func setRepetition(_ value: BusValue) throws(BusFault) -> MediaCommand {
        guard case .text(let text) = value, let repetition = MediaState.Repetition(rawValue: text)
        else {
            let names = MediaState.Repetition.allCases.map(\.rawValue).joined(separator: ", ")
            throw BusFault(.invalidArguments, "LoopStatus: expected \(names)")
        }
        return .setRepetition(repetition)
    }

    private static func setShuffled(_ value: BusValue) throws(BusFault) -> MediaCommand {
        guard case .boolean(let isOn) = value else {
            throw BusFault(.invalidArguments, "Shuffle: expected a boolean")
        }
        return .setShuffled(isOn)
    }

    private static func setSpeed(_ value: BusValue) throws(BusFault) -> MediaCommand {
        guard case .real(let speed) = value else {
            throw BusFault(.invalidArguments, "Rate: expected a double")
        }
        // So does MPRIS say.
        if speed == 0 { return .pause }
        let speeds = MediaDescription.speeds
        guard speeds.contains(speed) else {
            throw BusFault(
                .invalidArguments,
                "Rate: \(speed): expected \(speeds.lowerBound) to \(speeds.upperBound)"
            )
        }
        return .setSpeed(speed)
    }

    private static func setVolume(_ value: BusValue) throws(BusFault) -> MediaCommand {
        guard case .real(let volume) = value, volume.isFinite else {
            throw BusFault(.invalidArguments, "Volume: expected a number")
        }
        return .setGain(MediaVolume.gain(volume: max(volume, 0)))
    }
}
