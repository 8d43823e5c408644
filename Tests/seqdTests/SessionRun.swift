import ArgumentParser
import ControlProtocol
import Logging
import NIOCore
import NIOPosix
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
    let loop: any EventLoop
    /// A thread of its own: making samplers takes longer than what is done in time.
    private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let parts: NIOLoopBound<(transport: Transport, hub: SessionHub)>
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
        var carriers: [SessionClient.CarrierBox] = []
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
    init(
        _ arguments: String...,
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
        let loop = group.next()
        self.loop = loop
        let configuration = configuration
        configuration.withLock { $0 = arguments }
        parts = try await loop.submit {
            let settings = try Self.settings(font, playlistFolder, arguments)
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let transport = try Transport(settings, on: loop, logger: logger)
            let hub = SessionHub(transport, on: loop)
            let reloader = SettingsReloader(
                of: transport,
                notifier: ServiceNotifier(socketPath: nil),
                logger: logger
            ) { [configuration] in
                try Self.settings(font, playlistFolder, configuration.withLock { $0 })
            }
            hub.handler = DaemonHandlers(
                transport,
                hub,
                reloader,
                version: ProgramVersion.number,
                onQuit: {}
            )
            try transport.start(settings.live)
            return NIOLoopBound((transport, hub), eventLoop: loop)
        }.get()
        let parts = parts
        try await loop.flatSubmit { parts.value.transport.useRackOfOptions() }.get()
        guard let saved else { return }
        try await loop.flatSubmit {
            parts.value.transport.restore(saved, resumes: resumes)
        }.get()
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
        settings.capture = nil
        settings.policy = try PathPolicy(folders: command.allowPath, playlists: playlists)
        return settings
    }

    /// The state that outlasts the daemon.
    func savedState() async throws -> DaemonState {
        let parts = parts
        return try await loop.submit { parts.value.transport.savedState }.get()
    }

    /// Whether a piece waits in the engine to follow without a gap.
    func hasFollowing() async throws -> Bool {
        let parts = parts
        return try await loop.submit { parts.value.transport.playback.hasFollowing }.get()
    }

    /// The settings of samplers: of those to be made, and of the piece.
    func samplerSettings() async throws -> [SamplerSettings] {
        let parts = parts
        return try await loop.submit {
            let transport = parts.value.transport
            return [transport.loader.fonts.settings]
                + [transport.piece?.rack.settings].compactMap(\.self)
        }.get()
    }

    /// Begins a session of another client.
    func client() -> SessionClient {
        let parts = parts
        return SessionClient(of: self) { parts.value.hub }
    }

    /// Does something on the loop, unless it has ended.
    func execute(_ work: @escaping @Sendable () -> Void) {
        state.withLock { state in
            if !state.hasEnded { loop.execute(work) }
        }
    }

    /// Keeps a client's end of a session.
    func keep(_ carrier: SessionClient.CarrierBox) {
        state.withLock { $0.carriers.append(carrier) }
    }

    deinit {
        guard takeEnd() else { return }
        let (parts, group) = (parts, group)
        loop.flatSubmit { parts.value.transport.shutDown() }.whenComplete { _ in
            group.shutdownGracefully { _ in }
        }
    }

    /// Ends the sound and the threads.
    func end() async throws {
        guard takeEnd() else { return }
        let carriers = state.withLock { state in
            defer { state.carriers = [] }
            return state.carriers
        }
        // Sessions and their clients' ends hold each other.
        try await loop.submit {
            for carrier in carriers {
                carrier.value?.end()
                carrier.value = nil
            }
        }.get()
        try await loop.flatSubmit { self.parts.value.transport.shutDown() }.get()
        try await group.shutdownGracefully()
    }

    private func takeEnd() -> Bool {
        state.withLock { state in
            defer { state.hasEnded = true }
            return !state.hasEnded
        }
    }
}
