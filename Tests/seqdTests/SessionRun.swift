import ArgumentParser
import CommandSupport
import ControlProtocol
import Logging
import Platform
import Playback
import SamplerHost
import Synchronization
import TestSupport

@testable import SeqdDaemon
@testable import seqd

/// A daemon's transport without a device in the tests' process, with the measuring font and a song,
/// and sessions with it: no process, no socket.
final class SessionRun: Sendable {
    let place: Workplace
    /// The folder of the playlists.
    let playlists: TemporaryDirectory
    private let transport: Transport
    private let hub: SessionHub
    private let state = Mutex(State())
    /// The options that `reload-config` finds.
    let configuration = Configuration()

    final class Configuration: Sendable {
        private let arguments = Mutex<[String]>([])

        func withLock<Value: Sendable>(_ body: (inout sending [String]) -> sending Value) -> Value {
            arguments.withLock(body)
        }
    }

    private struct State {
        var hasEnded = false
        /// The clients' ends of the sessions, which must outlive them.
        var carriers: [SessionClient.Carrier] = []
    }

    /// `song.mid`, which lasts three hours; `other.mid` beside it a second.
    var song: String { place.folder.path("song.mid") }

    /// Makes a transport that plays in real time.
    ///
    /// - Parameters:
    ///   - arguments: Options of `seqd daemon`.
    ///   - place: The folder of its files.
    ///   - saved: The state that it takes over, if there is one.
    ///   - resumes: Whether what played plays on.
    /// - Throws: The error of the transport.
    convenience init(
        _ arguments: String...,
        in place: Workplace? = nil,
        restoring saved: DaemonState? = nil,
        resumes: Bool = false
    ) async throws {
        try await self.init(arguments, in: place, restoring: saved, resumes: resumes)
    }

    /// Makes a transport with a list of options.
    init(
        _ arguments: [String],
        in place: Workplace? = nil,
        restoring saved: DaemonState? = nil,
        resumes: Bool = false
    ) async throws {
        let place = try place ?? DaemonRun.place()
        self.place = place
        let playlists = try TemporaryDirectory()
        self.playlists = playlists
        // Not the folders themselves, which end with the run.
        let (font, playlistFolder) = (place.font, playlists.path)
        let configuration = configuration
        configuration.withLock { $0 = arguments }
        (transport, hub) = try await Self.start(
            try Self.settings(font, playlistFolder, arguments),
            restoring: saved,
            resumes: resumes
        ) {
            try Self.settings(font, playlistFolder, configuration.withLock { $0 })
        }
    }

    @EventLoop
    private static func start(
        _ settings: TransportSettings,
        restoring saved: DaemonState?,
        resumes: Bool,
        _ read: @escaping SettingsReloader.Read
    ) async throws -> (Transport, SessionHub) {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let transport = try await Transport.make(settings, logger: logger)
        let hub = SessionHub(transport)
        let reloader = SettingsReloader(
            of: transport,
            notifier: ServiceNotifier(socketPath: nil),
            logger: logger,
            read: read
        )
        hub.handler = DaemonHandlers(
            transport,
            hub,
            reloader,
            version: ProgramVersion.number,
            onQuit: {}
        )
        try transport.start(settings.live)
        try await transport.instruments.useRackOfOptions()
        if let saved { await transport.restore(saved, resumes: resumes) }
        return (transport, hub)
    }

    /// The settings of a daemon with options.
    private static func settings(
        _ font: String,
        _ playlists: String,
        _ arguments: [String]
    ) throws -> TransportSettings {
        let command = try DaemonCommand.parse(
            ["--null", "--sf2", font]
                + (arguments.contains("--connect") ? [] : ["--connect", "none"]) + arguments
        )
        var settings: TransportSettings
        do throws(CommandFailure) {
            settings = try command.settings()
        } catch {
            throw RequestError(error)
        }
        settings.playlists = playlists
        // Not the user's own.
        (settings.capture, settings.loudnessFolder) = (nil, nil)
        settings.policy = try PathPolicy(folders: command.allowPath, playlists: playlists)
        return settings
    }

    /// The state that outlasts the daemon.
    @EventLoop
    func savedState() async throws -> DaemonState {
        transport.savedState
    }

    /// Whether a piece waits in the engine to follow without a gap.
    @EventLoop
    func hasFollowing() async throws -> Bool {
        transport.run.playback.hasFollowing
    }

    /// The settings of samplers: of those to be made, and of the piece.
    @EventLoop
    func samplerSettings() async throws -> [SamplerSettings] {
        [transport.instruments.loader.fonts.instruments.fontSampler]
            + [transport.piece?.rack.settings].compactMap(\.self)
    }

    /// Begins a session of another client.
    func client() -> SessionClient {
        SessionClient(of: self, hub)
    }

    /// Keeps a client's end of a session.
    func keep(_ carrier: SessionClient.Carrier) {
        state.withLock { $0.carriers.append(carrier) }
    }

    deinit {
        guard takeEnd() else { return }
        let transport = transport
        EventLoop.execute { EventLoop.begin { await transport.shutDown() } }
    }

    /// Ends the sound and the threads.
    @EventLoop
    func end() async throws {
        guard takeEnd() else { return }
        let carriers = state.withLock { state in
            defer { state.carriers = [] }
            return state.carriers
        }
        // Sessions and their clients' ends hold each other.
        for carrier in carriers { carrier.end() }
        await transport.shutDown()
    }

    private nonisolated func takeEnd() -> Bool {
        state.withLock { state in
            defer { state.hasEnded = true }
            return !state.hasEnded
        }
    }
}
