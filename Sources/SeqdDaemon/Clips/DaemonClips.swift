import Clips
import ControlProtocol
import Playback
import Racks
import SamplerHost

/// The clips that clients load and play.
@EventLoop
final class DaemonClips {
    private struct Loaded {
        var entry: ClipEntry
        /// The command that has loaded it.
        let command: Command.LoadClip
        /// The number that the engine has given it.
        let number: Int
        /// The sound in memory that it plays; `nil` for a file.
        let sound: MemorySound?
    }

    /// The sounds that clients have sent.
    let sounds = SentSounds()
    private let run: PlayRun
    private let policy: PathPolicy
    private var clips: [Loaded] = []
    /// The commands for clips that could not be loaded again: their files may come back.
    private var missing: [Command.LoadClip] = []
    /// The names of those whose files are being opened.
    private var opening: Set<String> = []
    private let files = WorkerQueue("seqd-clip-files")

    /// Makes the owner of no clips.
    init(_ run: PlayRun, _ policy: PathPolicy) {
        (self.run, self.policy) = (run, policy)
    }

    /// All clips, in the order in which they were loaded.
    var entries: [ClipEntry] { clips.map(\.entry) }

    /// The commands that load those of files again, in words.
    var commands: [String] {
        (clips.filter { $0.sound == nil }.map(\.command) + missing).map { Request($0).words }
    }

    /// Loads a clip as ``commands`` has it.
    ///
    /// - Throws: As ``load(_:)``, and for what is no such command.
    func restore(_ words: String) async throws {
        guard let command = try Request(words: words).command as? Command.LoadClip else {
            throw RequestError(.usage, "expected a command `load-clip`")
        }
        do {
            try await load(command)
        } catch {
            missing.append(command)
            throw error
        }
    }

    /// Whether one plays, or waits for its frame.
    var isBusy: Bool { clips.contains { $0.entry.state != .idle } || !opening.isEmpty }

    /// Loads a clip.
    ///
    /// - Throws: 64 for a name that is in use and for parameters that cannot be read, 65 or 66 for a file
    ///   that cannot be played, 77 for one that is not allowed, 75 if there are too many.
    func load(_ command: Command.LoadClip) async throws {
        let name = command.clip
        guard !opening.contains(name), !clips.contains(where: { $0.entry.clip == name }) else {
            throw RequestError(
                .usage,
                "name: \(RequestError.quoted(name)): already loaded; remove-clip removes it"
            )
        }
        guard clips.count + opening.count < ClipSettings.most else {
            throw RequestError(.busy, "there are \(ClipSettings.most) clips already")
        }
        let settings = try settings(of: command)
        let sound: MemorySound? =
            if let path = SentSoundPath(parsing: settings.path) {
                try sounds.use(path.sound)
            } else {
                nil
            }
        opening.insert(name)
        defer { opening.remove(name) }
        do {
            let clip = try await open(settings, sound)
            let engine = run.engine
            let number = try RequestError.catching { () throws(HostError) in try engine.add(clip) }
            var entry = ClipEntry(name, strip: settings.stripName, file: command.settings.path)
            if clip.seconds.isFinite { entry.seconds = clip.seconds }
            missing.removeAll { $0.clip == name }
            clips.append(Loaded(entry: entry, command: command, number: number, sound: sound))
        } catch {
            if let sound { sounds.release(sound, isPlayed: false) }
            throw error
        }
    }

    private func open(
        _ settings: ClipSettings,
        _ sound: MemorySound?
    ) async throws -> PlayableClip {
        try await files.run { [policy] in
            var settings = settings
            if sound == nil { settings.path = try policy.resolved(settings.path) }
            let file = settings
            return try RequestError.catching { () throws(HostError) in
                try PlayableClip(file, from: sound)
            }
        }
    }

    private func settings(of command: Command.LoadClip) throws(RequestError) -> ClipSettings {
        var settings = command.settings
        do throws(RoutingSyntaxError) {
            _ = try ClipSettings.name(command.clip, of: "name")
            settings.name = try ClipSettings.name(settings.name ?? command.clip, of: "strip")
        } catch {
            throw RequestError(.usage, error.description)
        }
        if let problem = settings.problem {
            throw RequestError(.usage, "\(problem.key): \(problem.text)")
        }
        return settings
    }

    /// Plays a clip from its beginning.
    ///
    /// - Throws: 64 where there is none of the name.
    func play(_ name: String, queued isQueued: Bool) throws(RequestError) {
        let index = try check(name)
        run.engine.playClip(clips[index].number, isQueued: isQueued)
        if clips[index].entry.state == .idle { clips[index].entry.state = .waiting }
    }

    /// Checks that there is a clip of a name.
    ///
    /// - Returns: Its index.
    /// - Throws: 64 where there is none.
    @discardableResult
    func check(_ name: String) throws(RequestError) -> Int {
        if let index = clips.firstIndex(where: { $0.entry.clip == name }) { return index }
        let names = clips.map { "\"\($0.entry.clip)\"" }.joined(separator: ", ")
        let known = names.isEmpty ? "load-clip loads one" : "expected one of \(names)"
        throw RequestError(.usage, "name: \(RequestError.quoted(name)): no such clip; \(known)")
    }

    /// Ends a clip.
    ///
    /// - Throws: 64 where there is none of the name.
    func stop(_ name: String) throws(RequestError) {
        let index = try check(name)
        run.engine.stopClip(clips[index].number)
    }

    /// Removes a clip.
    ///
    /// - Throws: 64 where there is none of the name.
    func remove(_ name: String) throws(RequestError) {
        if let index = missing.firstIndex(where: { $0.clip == name }) {
            missing.remove(at: index)
            return
        }
        let index = try check(name)
        run.engine.removeClip(clips[index].number)
        let clip = clips.remove(at: index)
        if let sound = clip.sound { sounds.release(sound, isPlayed: true) }
        guard clip.entry.state == .playing else { return }
        run.reporter.publish(.clip(ClipChange(name, .ended)))
    }

    /// Ends the thread that opens files.
    func end() async { await files.end() }

    /// Takes a report of the engine.
    func handle(_ report: EngineReport) {
        switch report {
        case .clipBegan(let number, let frame): note(number, .playing, .began, frame)
        case .clipEnded(let number, let frame, let isWaiting):
            note(number, isWaiting ? .waiting : .idle, .ended, frame)
        case .clipDropped(let number):
            guard let index = index(of: number), clips[index].entry.state == .waiting else {
                return
            }
            clips[index].entry.state = .idle
        default: return
        }
    }

    private func index(of number: Int) -> Int? { clips.firstIndex { $0.number == number } }

    private func note(
        _ number: Int,
        _ state: ClipEntry.State,
        _ change: ClipChange.Change,
        _ frame: Int64
    ) {
        guard let index = index(of: number) else { return }
        clips[index].entry.state = state
        let name = clips[index].entry.clip
        run.reporter.publish(.clip(ClipChange(name, change, heard: run.heard(frame))))
    }
}
