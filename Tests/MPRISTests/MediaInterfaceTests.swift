import Testing

@testable import MPRIS

/// The object of a player, without a bus.
struct MediaInterfaceTests {
    private static func interface(
        canQuit: Bool = true,
        opensFiles: Bool = true
    ) -> MediaInterface {
        var interface = MediaInterface(
            description: MediaDescription(
                identity: "seqd",
                isMain: true,
                canQuit: canQuit,
                opensFiles: opensFiles
            )
        )
        interface.state = .example
        return interface
    }

    private static func call(
        _ method: String,
        _ values: BusValue...,
        of interface: String? = "org.mpris.MediaPlayer2.Player",
        at path: String = "/org/mpris/MediaPlayer2"
    ) -> BusCall {
        BusCall(
            path: path,
            interface: interface,
            method: method,
            signature: values.map(\.signature).joined(),
            arguments: values
        )
    }

    private static let properties = "org.freedesktop.DBus.Properties"

    private static func get(_ name: String, of interface: String = "Player") -> BusCall {
        let full = "org.mpris.MediaPlayer2" + (interface.isEmpty ? "" : ".\(interface)")
        return call("Get", .text(full), .text(name), of: properties)
    }

    private static func set(_ name: String, _ value: BusValue) -> BusCall {
        let player = BusValue.text("org.mpris.MediaPlayer2.Player")
        return call("Set", player, .text(name), .variant(value), of: properties)
    }

    private static func fault(_ call: BusCall, of interface: MediaInterface) -> BusFault? {
        do throws(BusFault) {
            _ = try interface.respond(to: call)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("PlaybackStatus", BusValue.text("Playing")), ("LoopStatus", .text("Playlist")),
        ("Rate", .real(1.5)), ("Shuffle", .boolean(true)), ("Volume", .real(0.5)),
        ("MinimumRate", .real(0.01)), ("MaximumRate", .real(100)), ("CanGoNext", .boolean(true)),
        ("CanGoPrevious", .boolean(false)), ("CanPlay", .boolean(true)),
        ("CanPause", .boolean(true)), ("CanSeek", .boolean(true)), ("CanControl", .boolean(true)),
        (
            "Metadata",
            .dictionary([
                "mpris:trackid": .objectPath("/seqd/track/7"),
                "mpris:length": .integer(60_000_000), "xesam:title": .text("Étude"),
                "xesam:artist": .texts(["Ada"]), "xesam:url": .text("file:///music/%C3%A9%20a.mid"),
            ])
        ),
    ])
    func propertiesOfThePlayerAreRead(name: String, value: BusValue) throws {
        let response = try Self.interface().respond(to: Self.get(name))
        #expect(response == .values([.variant(value)]))
    }

    @Test
    func thePositionIsAskedOfThePlayerAndNotAnnounced() throws {
        let interface = Self.interface()
        #expect(try interface.respond(to: Self.get("Position")) == .position)
        let all = try interface.respond(
            to: Self.call("GetAll", .text("org.mpris.MediaPlayer2.Player"), of: Self.properties)
        )
        guard case .playerProperties(let values) = all else {
            Issue.record("\(all)")
            return
        }
        #expect(values.count == 14)
        #expect(values["Position"] == nil)
        #expect(values["PlaybackStatus"] == .text("Playing"))
    }

    @Test
    func propertiesOfTheApplicationAreRead() throws {
        let response = try Self.interface(canQuit: false).respond(
            to: Self.call("GetAll", .text("org.mpris.MediaPlayer2"), of: Self.properties)
        )
        let types = ["audio/midi", "audio/x-midi", "audio/mobile-xmf", "audio/x-xmf"]
        let expected: [String: BusValue] = [
            "CanQuit": .boolean(false), "CanRaise": .boolean(false),
            "HasTrackList": .boolean(false), "Identity": .text("seqd"),
            "DesktopEntry": .text("seqd"), "SupportedUriSchemes": .texts(["file"]),
            "SupportedMimeTypes": .texts(types),
        ]
        #expect(response == .values([.dictionary(expected)]))
    }

    @Test
    func withoutAPieceThereIsNoTrack() {
        #expect(
            MediaState().metadata == [
                "mpris:trackid": .objectPath("/org/mpris/MediaPlayer2/TrackList/NoTrack")
            ]
        )
    }

    @Test(arguments: [
        ("Next", MediaCommand.next), ("Pause", .pause), ("PlayPause", .playPause),
        ("Stop", .stop), ("Play", .play),
    ])
    func methodsAreCommands(method: String, command: MediaCommand) throws {
        let response = try Self.interface().respond(to: Self.call(method))
        #expect(response == .afterCommand(command))
        // Also without the interface, which callers may leave out.
        #expect(try Self.interface().respond(to: Self.call(method, of: nil)) == response)
    }

    @Test
    func methodsWithoutAnEffectDoNothing() throws {
        var interface = Self.interface(canQuit: false)
        let nothing = MediaInterface.Response.values([])
        #expect(try interface.respond(to: Self.call("Previous")) == nothing)
        let root = "org.mpris.MediaPlayer2"
        #expect(try interface.respond(to: Self.call("Quit", of: root)) == nothing)
        #expect(try interface.respond(to: Self.call("Raise", of: root)) == nothing)
        interface.state = MediaState()
        #expect(try interface.respond(to: Self.call("Play")) == nothing)
        #expect(try interface.respond(to: Self.call("Next")) == nothing)
        #expect(try interface.respond(to: Self.call("Seek", .integer(1))) == nothing)
        #expect(Self.fault(Self.call("PlayPause"), of: interface)?.name == .failed)
    }

    @Test
    func positionsAreChecked() throws {
        let interface = Self.interface()
        #expect(
            try interface.respond(to: Self.call("Seek", .integer(-5_000_000)))
                == .afterCommand(.seek(-5_000_000))
        )
        func setPosition(_ track: String, _ position: Int64) throws -> MediaInterface.Response {
            try interface.respond(
                to: Self.call("SetPosition", .objectPath(track), .integer(position))
            )
        }
        #expect(
            try setPosition("/seqd/track/7", 60_000_000)
                == .afterCommand(.setPosition(track: "7", 60_000_000))
        )
        // Of another track, before the start, behind the end.
        for (track, position) in [
            ("/seqd/track/8", 0), ("/other/7", 0), ("/seqd/track/7", -1),
            ("/seqd/track/7", 60_000_001),
        ] {
            #expect(try setPosition(track, Int64(position)) == .values([]))
        }
    }

    @Test(arguments: [
        ("file:///music/a%20b.mid", "/music/a b.mid"),
        ("file://localhost/music/a.mid", "/music/a.mid"), ("file:/music/a.mid", "/music/a.mid"),
    ])
    func filesAreOpened(uri: String, path: String) throws {
        let response = try Self.interface().respond(to: Self.call("OpenUri", .text(uri)))
        #expect(response == .afterCommand(.open(path)))
    }

    @Test(arguments: ["http://localhost/a.mid", "/music/a.mid", "file://machine/a.mid", ""])
    func otherURIsAreRefused(uri: String) {
        let fault = Self.fault(Self.call("OpenUri", .text(uri)), of: Self.interface())
        #expect(fault?.name == .notSupported)
    }

    @Test
    func aPlayerOfFixedFilesOpensNone() {
        let call = Self.call("OpenUri", .text("file:///a.mid"))
        #expect(Self.fault(call, of: Self.interface(opensFiles: false))?.name == .notSupported)
    }

    @Test(arguments: [
        ("LoopStatus", BusValue.text("Track"), MediaCommand.setRepetition(.track)),
        ("LoopStatus", .text("None"), .setRepetition(.none)),
        ("Shuffle", .boolean(false), .setShuffled(false)), ("Rate", .real(0.5), .setSpeed(0.5)),
        ("Rate", .real(0), .pause), ("Volume", .real(1), .setGain(0)),
        ("Volume", .real(0.75), .setGain(-15)), ("Volume", .real(-3), .setGain(-60)),
        ("Volume", .real(9), .setGain(24)),
    ])
    func propertiesAreSet(name: String, value: BusValue, command: MediaCommand) throws {
        let response = try Self.interface().respond(to: Self.set(name, value))
        #expect(response == .afterCommand(command))
    }

    @Test(arguments: [
        (call("Jump"), BusFault.Name.unknownMethod),
        (call("Next", of: "org.mpris.MediaPlayer2"), .unknownMethod),
        (call("Next", of: "org.example.Player"), .unknownInterface),
        (call("Next", at: "/org/mpris"), .unknownObject),
        (call("Next", .integer(1)), .invalidArguments),
        (call("Seek"), .invalidArguments),
        (call("Seek", .text("1")), .invalidArguments),
        (call("SetPosition", .integer(1), .integer(1)), .invalidArguments),
        (call("Get", .text("org.mpris.MediaPlayer2.Player"), of: properties), .invalidArguments),
        (get("Colour"), .unknownProperty),
        (get("Identity"), .unknownProperty),
        (get("PlaybackStatus", of: "Colours"), .unknownInterface),
        (call("GetAll", .text("org.example.X"), of: properties), .unknownInterface),
        (call("Reset", of: properties), .unknownMethod),
        (set("Position", .integer(1)), .propertyReadOnly),
        (set("CanSeek", .boolean(false)), .propertyReadOnly),
        (set("Volume", .text("loud")), .invalidArguments),
        (set("Volume", .real(.nan)), .invalidArguments),
        (set("Rate", .real(101)), .invalidArguments),
        (set("Rate", .real(-1)), .invalidArguments),
        (set("LoopStatus", .text("Sometimes")), .invalidArguments),
        (set("Shuffle", .integer(1)), .invalidArguments),
    ])
    func malformedCallsGetErrors(call: BusCall, name: BusFault.Name) {
        let fault = Self.fault(call, of: Self.interface())
        #expect(fault?.name == name)
        #expect(fault?.text.isEmpty == false)
    }

    @Test
    func theObjectDescribesItself() throws {
        let introspectable = "org.freedesktop.DBus.Introspectable"
        let interface = Self.interface()
        func description(at path: String) throws -> String {
            let response = try interface.respond(
                to: Self.call("Introspect", of: introspectable, at: path)
            )
            guard case .values(let values) = response, case .text(let text)? = values.first else {
                return ""
            }
            return text
        }
        let text = try description(at: "/org/mpris/MediaPlayer2")
        #expect(text.contains("<property name=\"Volume\" type=\"d\" access=\"readwrite\">"))
        #expect(text.contains("<property name=\"Position\" type=\"x\" access=\"read\">"))
        #expect(text.contains("<arg name=\"TrackId\" type=\"o\" direction=\"in\"/>"))
        for method in MediaMethod.all { #expect(text.contains("name=\"\(method.name)\"")) }
        #expect(try self.child(description(at: "/")) == "org")
        #expect(try self.child(description(at: "/org")) == "mpris")
        #expect(try self.child(description(at: "/org/mpris")) == "MediaPlayer2")
        let elsewhere = Self.call("Introspect", of: introspectable, at: "/org/example")
        #expect(Self.fault(elsewhere, of: interface)?.name == .unknownObject)
    }

    /// The only object of which a description tells.
    private func child(_ text: String) -> String? {
        text.split(separator: "<node name=\"").dropFirst().first?.split(separator: "\"").first
            .map(String.init)
    }
}

extension MediaState {
    /// A piece of a minute that plays at 10 s, and has one after it.
    static var example: MediaState {
        var state = MediaState()
        state.playback = .playing
        state.repetition = .playlist
        state.isShuffled = true
        state.speed = 1.5
        state.gain = -30
        state.track = MediaTrack(
            name: "7",
            path: "/music/é a.mid",
            title: "Étude",
            artist: "Ada",
            length: 60_000_000
        )
        state.position = MediaPosition(microseconds: 10_000_000, time: 1_000_000_000, pace: 1.5)
        state.canGoNext = true
        state.canPlay = true
        state.canSeek = true
        return state
    }
}
