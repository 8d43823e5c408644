import ArgumentParser
import CLinux
import CommandSupport
import ControlProtocol
import Glibc
import Logging
import Platform
import Playback
import SMF
import SamplerHost
import SeqdDaemon
import Sequencer
import Synchronization
import Wording

/// `seqd daemon`: plays for the clients of a socket, until it is shut down.
struct DaemonCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "daemon",
        abstract: "Run the daemon, which scripts control through a socket.",
        discussion: """
            EXAMPLES:
              seqd daemon                               the system's SoundFont and device
              seqd daemon --sf2 piano.sf2 --device hw:1
              seqd ctl play song.mid                    in another terminal

            --socket, --name and $SEQD_SOCKET select the socket, in this order; default:
            $XDG_RUNTIME_DIR/seqd/control.sock. docs/PROTOCOL.md describes the commands.
            With socket activation (systemd.socket(5)), the service manager's socket
            replaces --socket; sockets with FileDescriptorName=observer, transport or
            admin are further ones with that role. SIGTERM and Ctrl-C quit; SIGHUP reads
            the configuration again.

            The queue, the position and the settings survive a restart. They are kept in
            $XDG_STATE_HOME/seqd/NAME.json (default: ~/.local/state/seqd/seqd.json).
            """
    )

    @Option(
        help: ArgumentHelp(
            "Path of the socket (default: $SEQD_SOCKET, else in the daemon's folder).",
            valueName: "path"
        )
    )
    var socket: String?

    @Option(
        help: ArgumentHelp(
            "Further socket, and the role of its clients: observer (default), transport or admin. "
                + "Its file has the group and the mode (default 0600, or 0660 with a group), "
                + "which decide who may connect. Repeatable.",
            valueName: "path[,role=role][,group=name][,mode=octal]"
        ),
        transform: Self.listen
    )
    var listen: [SocketSettings] = []

    @Option(
        help: ArgumentHelp(
            "Folder below which clients may name files: music, playlists, folders, SoundFonts; "
                + "links that lead out of it are refused (default: all files that the daemon may "
                + "read). Repeatable.",
            valueName: "folder"
        ),
        completion: .directory
    )
    var allowPath: [String] = []

    @OptionGroup(title: "Live options")
    var live: LiveOptions

    @Option(
        help: ArgumentHelp(
            "Source to keep in step with, as the daemon's command follow takes it: clock, off, "
                + "'mtc start=01:00:00 input=2' (default: off).",
            valueName: "source"
        ),
        transform: FollowedSource.settings
    )
    var follow: SyncSettings? = nil

    @Option(
        help: ArgumentHelp(
            "Controller and the command that it gives, as the daemon's command map takes them: "
                + "'cc 20 \"strip master gain={}\" min=-40 max=6'. Repeatable.",
            valueName: "map"
        ),
        transform: Self.control
    )
    var control: [ControllerMap] = []

    @OptionGroup(title: "MIDI output options")
    var midi: MIDIOutOptions

    @OptionGroup(title: "MIDI output options")
    var sync: SyncOptions

    @OptionGroup(title: "Sound options")
    var sound: SoundOptions

    @OptionGroup(title: "Routing options")
    var routing: RoutingOptions

    @OptionGroup(title: "Music options")
    var text: TextOptions

    @Flag(help: "Use the SoundFonts inside RIFF files, before those of --sf2.")
    var embeddedFont = false

    @OptionGroup var leveling: LevelOption

    @OptionGroup(title: "Device options")
    var device: DeviceOptions

    @OptionGroup(title: "Device options")
    var samples: SampleOptions

    @OptionGroup(title: "Device options")
    var loss: LossOptions

    @OptionGroup(title: "Device options")
    var streaming: StreamOptions

    @OptionGroup(title: "Device options")
    var outputs: OutputOptions

    @OptionGroup(title: "Device options")
    var taps: TapOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Seconds of silence before the device is released, 0 to 3600; 0 for never.",
            valueName: "s"
        ),
        transform: Quantity(0...3_600, .seconds).value
    )
    var idle = 5.0

    @Flag(help: "Play on after a restart, if a file played at the end; default: paused.")
    var resume = false

    @Flag(help: "Neither restore nor keep the queue, the position and the settings.")
    var noState = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Minutes for which what comes in on the live inputs is kept, for the command capture, 1 "
                + "to 600, or off. It is kept on disk, 16 MB at most, beside the state, and not "
                + "with --no-state.",
            valueName: "min"
        ),
        transform: CaptureTime.init(parsing:)
    )
    var capture = CaptureTime.minutes(60)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Seconds without clients, playback and live MIDI after which the daemon exits, 0 to "
                + "86400; 0 for never. With socket activation, the next client starts it again.",
            valueName: "s"
        ),
        transform: Quantity(0...86_400, .seconds).value
    )
    var exitIdle = 0.0

    @OptionGroup var leading: LeadOptions

    @OptionGroup var desktop: DesktopOptions

    @Option(
        help: ArgumentHelp("Lowest level to log: debug, info, warning, error.", valueName: "level")
    )
    var logLevel: LogLevel = .info

    @Flag(
        help: ArgumentHelp("Print the reference section of docs/PROTOCOL.md.", visibility: .private)
    )
    var printReference = false

    @Flag(
        name: .customLong("print-openrpc"),
        help: ArgumentHelp(
            "Print the OpenRPC document of the commands, as rpc.discover answers it.",
            visibility: .private
        )
    )
    var printOpenRPC = false

    func validate() throws {
        guard !resume || !noState else {
            throw ValidationError("--resume needs the state: not with --no-state")
        }
        try leading.check(following: follow)
        if let input = follow?.input, input >= live.inputs {
            throw ValidationError(
                "--follow: no input \(input + 1), expected 1 to \(live.inputs)"
            )
        }
        let paths = listen.map(\.path)
        if let twice = paths.enumerated().first(where: { paths[..<$0].contains($1) }) {
            throw ValidationError("--listen: \(twice.element): given more than once")
        }
    }

    func run() throws {
        guard !printOpenRPC else { return try Console.write(OpenRPCDocument.text + "\n") }
        guard !printReference else { return try Console.write(CommandReference.text) }
        // A daemon runs for months, and none of its threads has to allocate fast.
        seqd_use_one_heap()
        let settings = try settings()
        // The daemon reports in its log.
        streaming.apply(isQuiet: true)
        OpenFileLimit.raise()
        let service = DaemonService(
            settings,
            state: noState
                ? nil
                : StateSettings(folder: UserFolder.state, name: live.name, resumes: resume),
            try CommandFailure.catching { () throws(RequestError) in
                try ControlSocket.all(
                    path: socket,
                    name: live.name,
                    further: listen,
                    passed: SocketActivation.take()
                )
            },
            exitIdleSeconds: exitIdle,
            desktopName: desktop.noMpris ? nil : live.name,
            version: ProgramVersion.number,
            logger: DaemonLog.logger(settings.logLevel),
            reread: { try DaemonConfiguration.reread() }
        )
        try Self.runToEnd(service)
    }

    private static func control(_ text: String) throws -> ControllerMap {
        do throws(RequestError) {
            return try ControllerMap(words: text)
        } catch {
            throw ValidationError(error.message)
        }
    }

    private static func listen(_ text: String) throws -> SocketSettings {
        do throws(RequestError) {
            return try SocketSettings(parsing: text)
        } catch {
            throw ValidationError(error.message)
        }
    }

    func settings() throws(CommandFailure) -> TransportSettings {
        var inputs = try live.settings()
        let fonts = try sound.fonts().map { font in
            SoundFontReference(path: AbsolutePath.of(font.path), bankOffset: font.bankOffset)
        }
        var engine = sound.engineSettings(fonts: fonts, rate: samples.rate)
        let tuning = sound.tuningSettings.mapPaths(AbsolutePath.of)
        try CommandFailure.catching { () throws(HostError) in try tuning.check() }
        engine.sampler.tuning = tuning
        let rack = try rack()
        let needed = max(rack?.midiOutputs ?? 0, sync.settings.outputs)
        midi.apply(try midi.outputs(needed: needed), to: &inputs)
        let assignments: OutputAssignments
        if let rack {
            assignments = rack.assignments
        } else {
            assignments = try outputs.assignments(inputs: live.inputs, playsFiles: true)
        }
        let map = outputs.channels(
            assignments,
            elsewhere: device.further.map(\.pair),
            isQuiet: false
        )
        var settings = TransportSettings(sampler: engine.sampler)
        settings.rack = routing.choice(in: rack)
        settings.ownFiles = Self.files(of: rack, engine.sampler, settings.rack)
        settings.samplers = rack.map { $0.samplers.map(\.name) } ?? []
        settings.effects = rack?.effects[RackSettings.mainEffects] ?? engine.effects
        settings.device =
            device.isNull ? nil : device.requestedSettings(samples, map, of: assignments)
        settings.lossAction = loss.onDeviceLoss
        settings.rate = samples.rate
        settings.period = device.period
        settings.periods = device.periods
        settings.map = map
        settings.further = device.furtherSettings(samples, of: assignments)
        settings.outputs = assignments
        settings.format = samples.format ?? .s16
        settings.gain = sound.gain
        settings.level = leveling.level
        settings.loudnessFolder = LoudnessCache.usualFolder
        settings.limiter = engine.limiter
        settings.taps = try taps.requests(samples.format)
        settings.idleSeconds = idle
        settings.logLevel = Logger.Level(logLevel)
        settings.others = [
            "socket": socket ?? "",
            "listen": listen.map { "\($0)" }.joined(separator: " "),
            "exit-idle": "\(exitIdle)",
            "resume": "\(resume)",
            "state": "\(!noState)",
            "lead": leading.lead?.rawValue ?? "",
            "mpris": "\(!desktop.noMpris)",
            "capture": capture.description,
            "sample-memory": "\(streaming.sampleMemory)",
            "preload": "\(streaming.preload)",
        ]
        settings.latency = live.latency
        settings.live = inputs
        settings.follow = follow
        settings.leadsTransport = leading.lead == .jack
        settings.controls = control
        settings.sync = sync.settings
        settings.threads = engine.threads
        settings.policy = try CommandFailure.catching { () throws(RequestError) in
            try PathPolicy(folders: allowPath, playlists: UserFolder.playlists)
        }
        settings.fileHint = { MixedUpInput.hint(for: $0, holding: $1) }
        settings.playlists = UserFolder.playlists
        if case .minutes(let minutes) = capture, !noState, let folder = UserFolder.state {
            settings.capture = CaptureSettings(
                folder: "\(folder)/\(live.name).capture",
                minutes: minutes
            )
        }
        settings.piece.encoding = text.encoding?.name
        settings.piece.usesEmbeddedFont = embeddedFont
        return settings
    }

    /// The absolute paths of the files that the options name.
    private static func files(
        of rack: RackSettings?,
        _ sampler: SamplerSettings,
        _ choice: RackChoice
    ) -> Set<String> {
        let samplers = rack?.allSamplers ?? []
        let fonts = sampler.fonts + samplers.flatMap(\.settings.fonts)
        let tunings = [sampler.tuning] + samplers.flatMap(\.tunings)
        let files =
            fonts.map(\.path) + tunings.flatMap { [$0.scale, $0.mapping] }.compactMap(\.self)
        return Set((files + [choice.file].compactMap(\.self)).map(AbsolutePath.of))
    }

    /// The rack of the options, with the pairs of output channels of others; `nil` for none.
    ///
    /// - Throws: The fault in it; the daemon reads it again.
    private func rack() throws(CommandFailure) -> RackSettings? {
        guard routing.isUsed else { return nil }
        return try outputs.applied(
            to: routing.rack(sound),
            inputs: routing.rack == nil ? live.inputs : 0,
            haveOwnStrips: true
        )
    }

    /// Runs the service on other threads, while this one takes the signals.
    private static func runToEnd(_ service: DaemonService) throws(CommandFailure) {
        defer { service.release() }
        // Before any thread is started. SIGHUP has a meaning of its own here, under nohup(1) too.
        try Signals.watch()
        signal(SIGHUP, SIG_DFL)
        // A shell's `&` in a script has SIGINT ignored, and that is to stay so.
        if Signals.isIgnored(SIGINT) {
            service.logger.info(
                "SIGINT is ignored, since a shell started this process with &; SIGTERM ends it"
            )
        }
        try CommandFailure.catching { () throws(RequestError) in try EventLoop.start() }
        let end = End()
        EventLoop.execute {
            EventLoop.begin {
                do {
                    try await service.run()
                    end.outcome.withLock { $0 = .success(()) }
                } catch {
                    let failure = (error as? RequestError).map { CommandFailure($0) }
                    end.outcome.withLock {
                        $0 = .failure(failure ?? CommandFailure(.internal, "\(error)"))
                    }
                }
                Signals.wake()
            }
        }
        while true {
            if let outcome = end.outcome.withLock({ $0 }) { return try outcome.get() }
            switch Signals.next(milliseconds: -1) {
            case SIGTERM, SIGINT: service.stop()
            case SIGHUP: service.reload()
            case SIGTSTP: Signals.stopProcess()
            default: break
            }
        }
    }

    /// The end of the service.
    private final class End: Sendable {
        let outcome = Mutex<Result<Void, CommandFailure>?>(nil)
    }
}
