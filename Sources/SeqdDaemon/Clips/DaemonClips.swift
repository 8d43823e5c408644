import ControlProtocol
import Playback
import Racks
import SamplerHost

/// The clips that clients load and play.
@EventLoop
final class DaemonClips {
    private struct Loaded {
        var entry: ClipEntry
        /// The number that the engine has given it.
        let number: Int
        let isEndless: Bool
    }

    private let run: PlayRun
    private let policy: PathPolicy
    private var clips: [Loaded] = []
    /// The names of those whose files are being opened.
    private var opening: Set<String> = []
    private let files = WorkerQueue("seqd-clip-files")

    /// Makes the owner of no clips.
    init(_ run: PlayRun, _ policy: PathPolicy) {
        (self.run, self.policy) = (run, policy)
    }

    /// All clips, in the order in which they were loaded.
    var entries: [ClipEntry] { clips.map(\.entry) }

    /// Whether one plays, or waits for its frame.
    var isBusy: Bool { clips.contains { $0.entry.state != .idle } || !opening.isEmpty }

    /// Loads a clip.
    ///
    /// - Throws: 64 for a name that is in use and for parameters that cannot be read, 65 or 66 for a file
    ///   that cannot be played, 77 for one that is not allowed, 75 if there are too many.
    func load(_ command: Command.LoadClip) async throws {
        let name = command.clip
        guard !opening.contains(name), !clips.contains(where: { $0.entry.clip == name }) else {
            throw RequestError(.usage, "clip \"\(name)\": already loaded; remove-clip removes it")
        }
        let settings = try settings(of: command)
        opening.insert(name)
        defer { opening.remove(name) }
        let clip = try await files.run { [policy] in
            var settings = settings
            settings.path = try policy.resolved(settings.path)
            let file = settings
            return try RequestError.catching { () throws(HostError) in try PlayableClip(file) }
        }
        let engine = run.engine
        let number = try RequestError.catching { () throws(HostError) in try engine.add(clip) }
        var entry = ClipEntry(name, strip: settings.stripName, file: command.settings.path)
        if clip.seconds.isFinite { entry.seconds = clip.seconds }
        clips.append(Loaded(entry: entry, number: number, isEndless: !clip.seconds.isFinite))
    }

    private func settings(of command: Command.LoadClip) throws(RequestError) -> ClipSettings {
        var settings = command.settings
        settings.name = settings.name ?? command.clip
        if let problem = settings.problem {
            throw RequestError(.usage, "\(problem.key): \(problem.text)")
        }
        return settings
    }

    /// Plays a clip from its beginning.
    ///
    /// - Throws: 64 where there is none of the name, and where it would wait for ever.
    func play(_ name: String, queued isQueued: Bool) throws(RequestError) {
        let index = try check(name, queued: isQueued)
        run.engine.playClip(clips[index].number, isQueued: isQueued)
        if clips[index].entry.state == .idle { clips[index].entry.state = .waiting }
    }

    /// Checks that a clip can be played.
    ///
    /// - Returns: Its index.
    /// - Throws: As ``play(_:queued:)``.
    @discardableResult
    func check(_ name: String, queued isQueued: Bool = false) throws(RequestError) -> Int {
        guard let index = clips.firstIndex(where: { $0.entry.clip == name }) else {
            let names = clips.map { "\"\($0.entry.clip)\"" }.joined(separator: ", ")
            let known = names.isEmpty ? "load-clip loads one" : "expected one of \(names)"
            throw RequestError(.usage, "clip \"\(name)\": not loaded; \(known)")
        }
        let strip = clips[index].entry.strip
        let endless = clips.first {
            $0.isEndless && $0.entry.strip == strip && $0.entry.state != .idle
        }
        if isQueued, let endless {
            throw RequestError(
                .usage,
                "clip \"\(name)\": \"\(endless.entry.clip)\" repeats for ever on its strip; "
                    + "stop-clip ends it"
            )
        }
        return index
    }

    /// Ends a clip.
    ///
    /// - Throws: 64 where there is none of the name.
    func stop(_ name: String) throws(RequestError) {
        let index = try check(name)
        run.engine.stopClip(clips[index].number)
        if clips[index].entry.state == .waiting { clips[index].entry.state = .idle }
    }

    /// Removes a clip.
    ///
    /// - Throws: 64 where there is none of the name.
    func remove(_ name: String) throws(RequestError) {
        let index = try check(name)
        run.engine.removeClip(clips[index].number)
        let clip = clips.remove(at: index)
        guard clip.entry.state == .playing else { return }
        run.reporter.publish(.clip(ClipChange(name, .ended)))
    }

    /// Ends the thread that opens files.
    func end() async { await files.end() }

    /// Takes a report of the engine.
    func handle(_ report: EngineReport) {
        switch report {
        case .clipBegan(let number, let frame): note(number, .began, frame)
        case .clipEnded(let number, let frame): note(number, .ended, frame)
        default: return
        }
    }

    private func note(_ number: Int, _ change: ClipChange.Change, _ frame: Int64) {
        guard let index = clips.firstIndex(where: { $0.number == number }) else { return }
        clips[index].entry.state = change == .began ? .playing : .idle
        let name = clips[index].entry.clip
        run.reporter.publish(.clip(ClipChange(name, change, heard: run.heard(frame))))
    }
}
