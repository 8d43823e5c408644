import ControlProtocol
import Glibc
import JSON
import Logging
import Platform
import Playback
import SMF
import SamplerHost
import Sequencer
import Transcoding

/// Carries out the requests of clients on the transport.
@EventLoop
final class DaemonHandlers: RequestHandler {
    let transport: Transport
    /// The owner of the handlers.
    private unowned let hub: SessionHub
    private let onQuit: () -> Void
    /// Reads the configuration again.
    private let reloader: SettingsReloader
    /// The version of seqd.
    private let version: String

    /// Makes handlers.
    ///
    /// - Parameters:
    ///   - transport: The transport that requests work on.
    ///   - hub: The sessions, which own the handlers.
    ///   - reloader: Reads the configuration again.
    ///   - version: The version of seqd.
    ///   - onQuit: Called for `quit`, after the answers up to then have been sent.
    init(
        _ transport: Transport,
        _ hub: SessionHub,
        _ reloader: SettingsReloader,
        version: String,
        onQuit: @escaping () -> Void
    ) {
        self.transport = transport
        self.hub = hub
        self.reloader = reloader
        self.version = version
        self.onQuit = onQuit
        let reporter = transport.reporter
        transport.giver = CommandGiver(hub) { command, error in
            reporter.report(
                RequestError(number: error.number, "\(command): \(error.message)"),
                file: nil,
                .warning
            )
        }
    }

    func subscriptionsChanged() {
        hub.subscriptionsChanged()
    }

    func perform(
        _ request: TimedRequest,
        for session: Session
    ) throws(RequestError) -> Outcome {
        if let outcome = try performInGroup(request, for: session) { return outcome }
        let (request, position) = (request.request, request.position)
        // SoundFonts and racks are read before they are scheduled.
        guard let position, !request.readsInstruments,
            let timing = CommandTable.command(request.name).timing
        else { return try perform(request, at: position, for: session) }
        // The client that asks is still there to be told.
        try transport.check(request)
        if case .play(let files, _) = request { try check(files) }
        return try schedule(request, timing, at: position, changesLoop: request.changesLoop) {
            () throws(RequestError) in
            try self.perform(request, for: session)
        }
    }

    /// Schedules a request for a position.
    func schedule(
        _ request: Request,
        _ timing: Timing,
        at position: Position,
        changesLoop: Bool,
        _ perform: @escaping () throws(RequestError) -> Outcome
    ) throws(RequestError) -> Outcome {
        let transport = transport
        let action = try transport.schedule(
            request,
            timing,
            at: position,
            changesLoop: changesLoop
        ) { () throws(RequestError) in
            try transport.playback.atExactFrame(perform)
        }
        return .done(.scheduled(ScheduledAction(action: action.number, due: action.frame)))
    }

    func perform(
        _ request: Request,
        at position: Position? = nil,
        for session: Session
    ) throws(RequestError) -> Outcome {
        switch request {
        case .play(let files, let countIn): return try play(files, countIn)
        case .enqueue(let files): return try enqueue(files)
        case .insert(let files, let position): return try insert(files, position)
        case .next: return replyWhenPlaying { [transport] in try await transport.next() }
        case .previous: return replyWhenPlaying { [transport] in try await transport.previous() }
        case .queue: return .done(.queue(transport.queueListing()))
        case .jump(let entry):
            return replyWhenPlaying { [transport] in try await transport.jump(to: entry) }
        case .remove(let first, let last):
            return try done { () throws(RequestError) in
                try transport.remove(first, through: last ?? first)
            }
        case .move(let entry, let position):
            return try done { () throws(RequestError) in try transport.move(entry, to: position) }
        case .swap(let first, let second):
            return try done { () throws(RequestError) in try transport.swap(first, second) }
        case .repeat(let isOn): return try done { transport.setMode(\.isRepeating, isOn) }
        case .single(let isOn): return try done { transport.setMode(\.isSingle, isOn) }
        case .random(let isOn): return try done { transport.setMode(\.isRandom, isOn) }
        case .consume(let isOn): return try done { transport.setMode(\.isConsuming, isOn) }
        case .shuffle: return try done { transport.shuffle() }
        case .clear: return try done { transport.clear() }
        case .toggle:
            guard transport.state == .playing else {
                return replyWhenPlaying { [transport] in try await transport.resume() }
            }
            return try done { transport.pause() }
        case .pause: return try done { transport.pause() }
        case .continue(let bars):
            let countIn = bars.map { CountIn(bars: $0) }
            return replyWhenPlaying { [transport] in try await transport.resume(countIn) }
        case .stop: return try done { transport.stop() }
        case .seek(let position):
            return try done { () throws(RequestError) in try transport.seek(position) }
        case .seekBy(let offset):
            return try done { () throws(RequestError) in try transport.seek(by: offset) }
        case .speed(let speed):
            return try done { () throws(RequestError) in
                try transport.checkNotFollowing()
                transport.setSpeed(speed)
            }
        case .loop(let setting, let count):
            return try done { () throws(RequestError) in
                try transport.setLoop(setting, count: count)
            }
        case .seekLyric(let text):
            return try done { () throws(RequestError) in try transport.seek(lyric: text) }
        case .tempo(let tempo):
            return try done { () throws(RequestError) in
                try transport.checkNotFollowing(.clock)
                transport.setTempo(tempo)
            }
        case .practice(let settings):
            return try done { () throws(RequestError) in try transport.setPractice(settings) }
        case .ramp(let ramp):
            return try done { () throws(RequestError) in try transport.setRamp(ramp) }
        case .follow(let settings):
            return try done { () throws(RequestError) in try transport.follow(settings) }
        case .map(let map):
            return .done(.maps([try transport.map(map, role: session.permission)]))
        case .learn(let map, let seconds):
            let role = session.permission
            return .later { [transport] in
                .maps([try await transport.learn(map, role: role, seconds: seconds)])
            }
        case .unmap(let number): return .done(.unmapped(try transport.unmap(number)))
        case .maps: return .done(.maps(transport.maps.entries))
        case .metronome(let isOn):
            return .later { [transport] in
                try await transport.setMetronome(isOn)
                return .done()
            }
        case .cancel(let action): return .done(.cancelled(transport.cancelScheduled(action)))
        case .chaseNotes(let isOn): return try done { transport.setChasesNotes(isOn) }
        case .watch(let time):
            return try done { () throws(RequestError) in
                try transport.setWatch(time != nil, time ?? .now)
            }
        case .save(let name, let replaces):
            return .later { [transport] in
                try await transport.save(as: name, replaces: replaces)
                return .done()
            }
        case .load(let name, let encoding, let embeddedFont):
            return try load(name, encoding: encoding, embeddedFont: embeddedFont)
        case .playlists:
            return .later { [transport] in .playlists(try await transport.listPlaylists()) }
        case .deletePlaylist(let name):
            return .later { [transport] in
                try await transport.playlists.delete(name)
                return .done()
            }
        case .gain(let decibels): return try done { transport.setGain(decibels) }
        case .mute(let selectors):
            return try done { () throws(RequestError) in try transport.mute(selectors) }
        case .unmute(let selectors):
            return try done { () throws(RequestError) in try transport.unmute(selectors) }
        case .solo(let selectors):
            return try done { () throws(RequestError) in try transport.solo(selectors) }
        case .transpose(let semitones): return try done { transport.transpose(semitones) }
        case .loadFonts(let fonts, let isStrict):
            return try load(fonts, isStrict: isStrict, at: position)
        case .presets(let sampler): return .done(.presets(try transport.presets(of: sampler)))
        case .rack: return .done(.rack(transport.rackListing()))
        case .loadRack(let path):
            _ = try transport.loader.policy.resolved(path)
            return .later { [transport] in
                .fontsLoaded(try await transport.loadRack(path, at: position))
            }
        case .unloadRack:
            return .later { [transport] in
                .fontsLoaded(try await transport.unloadRack(at: position))
            }
        case .route(let routes):
            return .later { [transport] in
                .fontsLoaded(try await transport.route(routes, at: position))
            }
        case .unroute(let routes):
            return .later { [transport] in
                .fontsLoaded(try await transport.unroute(routes, at: position))
            }
        case .strips: return .done(.strips(transport.stripEntries()))
        case .strip(let name, let change):
            return try done { () throws(RequestError) in try transport.setStrip(name, change) }
        case .effects: return .done(.effects(transport.effectsEntries()))
        case .effect(let bus, let reverb, let chorus):
            return try done { () throws(RequestError) in
                try transport.setEffects(
                    ofBus: bus ?? RackSettings.mainEffects,
                    reverb: reverb,
                    chorus: chorus
                )
            }
        case .program(let channel, let preset): return try program(channel, preset)
        case .note(let note): return try play(note)
        case .controlChange(let change): return try send(change)
        case .midi(let bytes, let input): return try send(bytes, to: input)
        case .panic: return try done { inputs.panic() }
        case .why: return .later { [transport] in .sound(try await transport.explainSound()) }
        // A group's begin and end are taken before.
        case .begin, .end, .discard: throw .internal("\(request.name.rawValue) outside of a group")
        case .tap(let tap): return .later { [transport] in .tap(try await transport.tap(tap)) }
        case .untap(let number):
            return .later { [transport] in .taps([try await transport.taps.end(number)]) }
        case .outputs: return .done(.outputs(transport.outputListing()))
        case .device(let name):
            return .later { [transport] in
                try await transport.changeDevice(to: name)
                return .done()
            }
        case .taps: return .done(.taps(transport.taps.entries))
        case .record(let request):
            return .later { [transport] in
                try await transport.record(request)
                return .done()
            }
        case .recordStop:
            return .later { [transport] in .recording(try await transport.recording.stop()) }
        case .capture(let request):
            return .later { [transport] in .recording(try await transport.capture(request)) }
        case .render(let request):
            let files = FileRequest(
                [],
                encoding: request.encoding,
                embeddedFont: request.embeddedFont
            )
            return .done(.job(try transport.render(request, try pieceOptions(files))))
        case .jobs: return .done(.jobs(transport.jobs.entries))
        case .cancelJob(let job):
            return try done { () throws(RequestError) in try transport.jobs.cancel(job) }
        case .status: return .written(hub.status(for: session))
        case .stats: return .done(.statistics(hub.statistics()))
        case .ports: return .done(.ports(transport.inputs.listing))
        case .connect(let pattern):
            return .later { [transport] in .changedPorts(try await transport.connect(pattern)) }
        case .disconnect(let pattern):
            return .later { [transport] in .changedPorts(try await transport.disconnect(pattern)) }
        case .help(nil): return .done(CommandHelp.list)
        case .help(let name?): return .done(CommandHelp.reply(for: name))
        case .ping: return .done
        case .version: return .done(.version(daemonVersion))
        case .discover: return .done(.openRPC(OpenRPCDocument.text))
        case .reloadConfig: return .later { [reloader] in .reloaded(try await reloader.reload()) }
        case .logLevel(let level): return try done { transport.setLogLevel(level) }
        case .whoami: return .done(.client(ClientIdentity(session)))
        case .quit:
            EventLoop.execute { [onQuit] in onQuit() }
            return .done
        case .subscribe(let types, let positionRate, let levelsRate):
            return try done {
                session.subscribe(types, positionRate: positionRate, levelsRate: levelsRate)
            }
        case .unsubscribe(let types): return try done { session.unsubscribe(types) }
        }
    }

    private var daemonVersion: DaemonVersion {
        DaemonVersion(
            version: version,
            protocolVersion: ProtocolVersion.current,
            processID: Int(getpid())
        )
    }
}

extension ClientIdentity {
    /// The client of a session.
    fileprivate init(_ session: Session) {
        self.init(
            role: session.permission,
            user: Int(session.peer.user),
            processID: Int(session.peer.process)
        )
    }
}

// MARK: - Files

extension DaemonHandlers {
    private func play(_ files: FileRequest, _ bars: Int?) throws(RequestError) -> Outcome {
        let options = try pieceOptions(files)
        let countIn = bars.map { CountIn(bars: $0) }
        return replyWhenPlaying { [transport] in
            let added = try await transport.play(files.sources, options, countIn)
            return .added(AddedFiles(added, isPlaying: true))
        }
    }

    /// Checks that the files of a request that waits are there.
    private func check(_ files: FileRequest) throws(RequestError) {
        _ = try pieceOptions(files)
        for path in files.sources.flatMap({ $0.paths() }) {
            _ = try transport.loader.policy.resolved(path)
            guard FileStatus(path) != nil else {
                throw RequestError(.noInput, "\(path): no such file")
            }
        }
    }

    private func enqueue(_ files: FileRequest) throws(RequestError) -> Outcome {
        let options = try pieceOptions(files)
        return .later { [transport] in
            let added = try await transport.enqueue(files.sources, options)
            return .added(AddedFiles(added, isPlaying: false))
        }
    }

    private func insert(_ files: FileRequest, _ position: Int?) throws(RequestError) -> Outcome {
        let options = try pieceOptions(files)
        let place = try position.map { position throws(RequestError) in
            try transport.place(atPosition: position)
        }
        return .later { [transport] in
            let added = try await transport.enqueue(
                files.sources,
                options,
                at: place ?? .afterCurrent
            )
            return .added(AddedFiles(added, isPlaying: false))
        }
    }

    /// Adds a playlist's files, as ``enqueue(_:)`` does.
    private func load(
        _ name: PlaylistName,
        encoding: String?,
        embeddedFont: Bool?
    ) throws(RequestError) -> Outcome {
        let path = try transport.playlists.path(of: name)
        return try enqueue(
            FileRequest(paths: [path], encoding: encoding, embeddedFont: embeddedFont)
        )
    }

    /// The options of the files: those of the request, else those of the daemon.
    private func pieceOptions(_ files: FileRequest) throws(RequestError) -> PlaySettings {
        var options = transport.pieceOptions
        if let encoding = files.encoding {
            options.encoding = encoding
            do throws(TranscodingError) {
                _ = try TextDecoder(encoding: encoding)
            } catch {
                throw .arguments("encoding: \(error)")
            }
        }
        if let embeddedFont = files.embeddedFont { options.usesEmbeddedFont = embeddedFont }
        return options
    }

    private func load(
        _ fonts: [SoundFontPath],
        isStrict: Bool,
        at position: Position?
    ) throws(RequestError) -> Outcome {
        // The loader's policy, which allows the files of the daemon's options too.
        let policy = transport.loader.policy
        let references = fonts.map { font in
            SoundFontReference(parsing: font.description, exists: policy.exists)
        }
        for reference in references { _ = try policy.resolved(reference.path) }
        let request = Request.loadFonts(fonts, isStrict: isStrict)
        return .later { [transport] in
            .fontsLoaded(
                try await transport.loadFonts(
                    references,
                    isStrict: isStrict,
                    for: request,
                    at: position
                )
            )
        }
    }
}

extension AddedFiles {
    /// The largest number of files left out that an answer names.
    private static let limit = 100

    /// The answer of `play` or `enqueue`.
    init(_ addition: Transport.Addition, isPlaying: Bool) {
        var skipped = addition.skipped.prefix(Self.limit).map(\.description)
        if addition.skipped.count > Self.limit {
            skipped.append("\(addition.skipped.count - Self.limit) more")
        }
        self.init(
            entry: isPlaying ? nil : addition.first,
            added: addition.count,
            skipped: skipped
        )
    }
}

// MARK: - Notes

extension DaemonHandlers {
    private var inputs: LiveInputs { transport.inputs }

    private func program(
        _ channel: ChannelAddress,
        _ preset: PresetAddress
    ) throws(RequestError) -> Outcome {
        try inputs.select(preset, on: channel)
        return .done(.done(warning: transport.warning(of: preset, on: channel)))
    }

    private func play(_ note: NoteRequest) throws(RequestError) -> Outcome {
        try inputs.play(note, after: transport.playback.secondsUntilExactFrame)
        return .done(.done(warning: note.velocity > 0 ? transport.output.warning : nil))
    }

    private func send(_ change: ControlChangeRequest) throws(RequestError) -> Outcome {
        try done { () throws(RequestError) in try inputs.send(change) }
    }

    private func send(_ bytes: [UInt8], to input: Int) throws(RequestError) -> Outcome {
        try inputs.send(bytes, to: input)
        return .done(.done(warning: transport.output.warning))
    }
}

// MARK: - Outcomes

extension DaemonHandlers {
    private func done(
        _ work: () throws(RequestError) -> Void
    ) throws(RequestError) -> Outcome {
        try work()
        return .done
    }

    private func replyWhenPlaying(
        _ work: @escaping @EventLoop () async throws -> Void
    ) -> Outcome {
        replyWhenPlaying {
            try await work()
            return Reply.done()
        }
    }

    /// Replies when playback has started, and adds a warning if nothing is audible.
    private func replyWhenPlaying(
        _ work: @escaping @EventLoop () async throws -> Reply
    ) -> Outcome {
        .later { [transport] in
            let reply = try await work()
            await transport.outputOpened()
            return transport.silence.map { reply.with(warning: $0) } ?? reply
        }
    }
}

extension Reply {
    /// The reply with a warning that nothing is audible.
    fileprivate func with(warning: String) -> Reply {
        switch self {
        case .added(var files):
            files.warning = warning
            return .added(files)
        default: return .done(warning: warning)
        }
    }
}

extension Request {
    /// Whether it reads SoundFonts, for which it has time before its position.
    fileprivate var readsInstruments: Bool {
        switch self {
        case .loadFonts, .loadRack, .unloadRack, .route, .unroute: true
        default: false
        }
    }
}
