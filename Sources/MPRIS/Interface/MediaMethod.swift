import Platform

/// A method of a player.
struct MediaMethod: Sendable {
    /// An argument, for the description for other programs.
    struct Argument: Sendable {
        var name: String
        /// Its type as D-Bus writes it.
        var type: String
    }

    var interface: MediaProperty.Interface
    var name: String
    var arguments: [Argument] = []
    /// Gives the command for arguments of these types; `nil` where nothing is to be done.
    var command:
        @Sendable ([BusValue], MediaDescription, MediaState) throws(BusFault) -> MediaCommand?

    /// The types of the arguments.
    var signature: String { arguments.map(\.type).joined() }

    /// All methods, with those of MPRIS 2.2.
    static let all: [MediaMethod] = [
        // Nothing can be brought to the front.
        Self(interface: .root, name: "Raise") { _, _, _ in nil },
        Self(interface: .root, name: "Quit") { _, description, _ in
            description.canQuit ? .quit : nil
        },
        Self(interface: .player, name: "Next") { _, _, state in state.canGoNext ? .next : nil },
        Self(interface: .player, name: "Previous") { _, _, state in
            state.canGoPrevious ? .previous : nil
        },
        Self(interface: .player, name: "Pause") { _, _, state in state.canPlay ? .pause : nil },
        Self(interface: .player, name: "PlayPause") { _, _, state throws(BusFault) in
            guard state.canPlay else { throw BusFault(.failed, "there is nothing to play") }
            return .playPause
        },
        Self(interface: .player, name: "Stop") { _, _, _ in .stop },
        Self(interface: .player, name: "Play") { _, _, state in state.canPlay ? .play : nil },
        Self(
            interface: .player,
            name: "Seek",
            arguments: [Argument(name: "Offset", type: "x")]
        ) { values, _, state in
            guard state.canSeek, case .integer(let offset) = values[0] else { return nil }
            return .seek(offset)
        },
        Self(
            interface: .player,
            name: "SetPosition",
            arguments: [
                Argument(name: "TrackId", type: "o"), Argument(name: "Position", type: "x"),
            ]
        ) { values, _, state in
            guard state.canSeek, case .objectPath(let path) = values[0],
                case .integer(let position) = values[1], position >= 0,
                let name = MediaState.name(ofTrack: path), name == state.track?.name,
                position <= state.track?.length ?? .max
            else { return nil }
            return .setPosition(track: name, position)
        },
        Self(
            interface: .player,
            name: "OpenUri",
            arguments: [Argument(name: "Uri", type: "s")]
        ) { values, description, _ throws(BusFault) in
            guard description.opensFiles else {
                throw BusFault(.notSupported, "this player takes no further files")
            }
            guard case .text(let text) = values[0], let path = FileURL.path(of: text) else {
                throw BusFault(.notSupported, "expected the URI of a file, file:///…")
            }
            return .open(path)
        },
    ]
}
