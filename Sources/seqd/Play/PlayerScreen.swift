import CommandSupport
import Glibc
import Platform
import Playback
import Racks
import SamplerHost
import Sequencer
import TerminalUI
import Wording

/// The terminal of the player: its view and its keys.
final class PlayerScreen {
    /// The page of the help that is shown, from 0; `nil` for none.
    private var helpPage: Int?

    private let ability: TerminalAbility
    private let view: TerminalView
    private let mode: TerminalMode?
    private let isViewWanted: Bool
    /// Whether a terminal that cannot move its cursor gets a line for each piece.
    private let isPlain: Bool
    private let isQuiet: Bool
    private var decoder = KeyDecoder()
    private var snapshot = PlayerSnapshot()
    private var lyrics: LyricLine?
    /// The tracks of the piece; `nil` until they are shown.
    private var tracks: [ListedTrack]?
    private var messageEnd = ContinuousClock.now
    private var peak = PeakMeter()
    private var clippedInAll = 0
    /// The part of ``clippedInAll`` that was clipped before the piece began.
    private var clippedBefore = 0

    /// The time for which a message is shown.
    private static let messageTime = Duration.seconds(2)
    /// The time between two drawings of the view.
    private static let frameMilliseconds: Int32 = 50

    /// Makes the screen; it has keys if stdin or stderr is a terminal.
    init(isQuiet: Bool) {
        self.isQuiet = isQuiet
        ability = TerminalAbility { Environment[$0] }
        view = TerminalView(ability)
        let isTerminal = isatty(STDERR_FILENO) == 1
        mode = isTerminal || isatty(STDIN_FILENO) == 1 ? TerminalMode() : nil
        isViewWanted = !isQuiet && view.isUsable
        isPlain = !isQuiet && isTerminal && !view.isUsable
        if isViewWanted { Console.setView(view) }
    }

    /// Whether a view is shown, in which a line can be typed.
    var isShown: Bool { isViewWanted }

    // MARK: Keys

    /// The descriptor to wait on for keys; below 0 for none.
    var descriptor: Int32 { mode?.descriptor ?? -1 }

    /// The longest time to wait for an event, in milliseconds.
    var patience: Int32 {
        // Also without a view: the piece after a short one is given to the engine in time.
        snapshot.state == .playing ? Self.frameMilliseconds : 2 * Self.frameMilliseconds
    }

    /// The keys that were pressed since the last call; takes the terminal if that is possible.
    func keys() -> [Key] {
        guard let mode else { return [] }
        if mode.enter() { view.invalidate() }
        return decoder.decode(mode.read(), now: .now)
    }

    // MARK: Showing

    /// Shows a piece that begins.
    func begin(
        _ entry: PlayOrder<LoadedPiece>.Entry,
        in playlist: Playlist,
        speed: Speed,
        rate: Int
    ) {
        snapshot.name = playlist.name(of: entry.step)
        snapshot.message = nil
        clippedBefore = clippedInAll
        peak.startOver()
        let number = playlist.current?.number ?? 1
        snapshot.index =
            playlist.files.count > 1
            ? PlayerSnapshot.ListIndex(number: number, count: playlist.files.count) : nil
        change(to: entry.piece)
        guard isPlain else { return }
        let end = speed.itemFrame(ofNominalFrame: entry.piece.endFrame(rate: rate))
        let index = snapshot.index.map { "\($0.number)/\($0.count) " } ?? ""
        let length = TimeText.text(frames: end, rate: rate, decimals: 1...1)
        Console.report("\(index)\(snapshot.name), \(length)")
    }

    /// Shows the lyrics and tracks of a piece, or of another version of it, from now on.
    func change(to piece: LoadedPiece) {
        tracks = nil
        lyrics = piece.lyricLines.map(LyricLine.init)
    }

    /// Shows a message for some time.
    func say(_ message: String) {
        snapshot.message = message
        messageEnd = .now + Self.messageTime
        if isPlain { Console.report(message) }
    }

    /// Reports keys that are waited for, where there is no view to show them.
    func sayWaiting(for keys: String, at position: String) {
        guard !isQuiet, !isViewWanted else { return }
        Console.report("waiting for \(keys) at \(position)")
    }

    /// Shows a wrong key at once.
    func sayWrong(_ key: String) {
        guard isViewWanted else {
            if !isQuiet { Console.report("wrong key: \(key)") }
            return
        }
        say("wrong key: \(key)")
    }

    /// Shows the help or its next page; closes it after the last page.
    func turnHelp() {
        let size = view.size
        let count = PlayerView(ability).helpPageCount(
            snapshot,
            columns: size.columns,
            rows: size.rows
        )
        guard count > 0 else {
            say("terminal too small for the help")
            return
        }
        let next = helpPage.map { $0 + 1 } ?? 0
        helpPage = next < count ? next : nil
    }

    /// Closes the help.
    ///
    /// - Returns: Whether it was open.
    @discardableResult
    func closeHelp() -> Bool {
        defer { helpPage = nil }
        return helpPage != nil
    }

    /// Draws all anew.
    func redraw() {
        view.invalidate()
    }

    /// Shows the state of a player.
    func show(_ player: Player, _ figures: EngineFigures) {
        let now = ContinuousClock.now
        peak.add(figures.peak, now)
        guard isViewWanted else { return }
        if now >= messageEnd { snapshot.message = nil }
        if let typed = player.typed {
            let cursor = ability.isUnicode ? "▏" : "_"
            snapshot.message = "\(Player.instrumentQuestion): \(typed.text)\(cursor)"
        }
        update(player, figures)
        snapshot.peak = peak.level
        snapshot.gainReduction = figures.gainReduction
        snapshot.highestPeak = peak.highestLevel
        snapshot.isClipping = peak.isOver
        snapshot.helpPage = helpPage
        draw()
    }

    private func draw() {
        let size = view.size
        let lines = PlayerView(ability).lines(snapshot, columns: size.columns, rows: size.rows)
        view.show(lines)
    }

    private func update(_ player: Player, _ figures: EngineFigures) {
        let playback = player.playback
        let rate = playback.rate
        snapshot.state =
            player.isLoading ? .loading : player.isPaused ? .paused : .playing
        snapshot.countIn = snapshot.state == .loading ? 0 : figures.countIn
        snapshot.isMetronomeOn =
            playback.isMetronomeOn && player.piece?.sequence.hasBars ?? false
        snapshot.voices = player.isPaused ? 0 : figures.voices
        snapshot.xruns = figures.xruns
        snapshot.lostSeconds = player.device.lostTime.map { $0 / .seconds(1) }
        clippedInAll = figures.clippedSamples
        snapshot.clippedCount = clippedInAll - clippedBefore
        snapshot.gain = player.gain
        snapshot.speed = playback.pace == .normal ? nil : playback.pace.description
        snapshot.muted = playback.muted.channelNumbers
        snapshot.soloed = playback.soloed.channelNumbers
        snapshot.awaitedKeys = player.isPaused ? nil : player.awaitedKeys
        guard let piece = player.piece else { return }
        let sequence = piece.sequence
        let frame = player.position
        let tick = sequence.tempoMap.tick(atFrame: frame, rate: rate)
        let end = piece.endFrame(rate: rate)
        snapshot.position = sequence.meterMap.position(atTick: tick).map { "\($0.bar):\($0.beat)" }
        snapshot.seconds = Double(frame) / Double(rate)
        snapshot.totalSeconds = Double(end) / Double(rate)
        snapshot.tempo =
            sequence.tempoMap.beatsPerMinute(atTick: tick) * playback.pace.factor
        snapshot.lyric = lyrics?.at(tick: tick)
        snapshot.loop = loop(of: player, end: end)
        snapshot.tracks = rows(
            of: sequence,
            at: snapshot.state == .playing ? tick : nil,
            playback,
            piece.piece.rack?.programs ?? []
        )
    }

    /// The rows of the tracks: one for each channel, as the keys mute channels.
    ///
    /// - Parameters:
    ///   - sequence: The sequence.
    ///   - tick: The position; `nil` while nothing plays.
    ///   - playback: The player, for its mutes and solos.
    ///   - programs: The presets that parts have been given.
    /// - Returns: The rows; none in a window without room for them.
    private func rows(
        of sequence: PreparedSequence,
        at tick: Int64?,
        _ playback: PiecePlayer,
        _ programs: [PartPreset]
    ) -> [TrackRow] {
        let size = view.size
        guard PlayerView.hasRoomForTracks(columns: size.columns, rows: size.rows) else { return [] }
        let tracks = self.tracks ?? ListedTrack.tracks(of: sequence, byChannel: true)
        self.tracks = tracks
        let programs = programs.map(GivenProgram.init)
        return tracks.map { track in
            func isPart(of selection: Selection) -> Bool {
                track.channels.contains {
                    let (port, channel) = ($0.port, $0.channel)
                    return selection.contains(track: track.number - 1, port: port, channel: channel)
                }
            }
            return TrackRow(
                label: Player.keys(ofChannel: (track.channels.first?.channel ?? 0) + 1),
                name: track.name,
                preset: programs.first { $0.isFor(track) }?.name ?? track.preset,
                isMuted: isPart(of: playback.muted),
                isSoloed: isPart(of: playback.soloed),
                notes: tick.map(track.notes(at:)) ?? []
            )
        }
    }

    private func loop(of player: Player, end: Int64) -> PlayerSnapshot.Loop? {
        func part(_ frame: Int64) -> Double { end > 0 ? Double(frame) / Double(end) : 0 }
        if let start = player.loopStart {
            return PlayerSnapshot.Loop(start: part(start), startText: player.text(atFrame: start))
        }
        guard case .between(let range) = player.playback.loop else { return nil }
        return PlayerSnapshot.Loop(
            start: part(range.lowerBound),
            end: part(range.upperBound),
            startText: player.text(atFrame: range.lowerBound),
            endText: player.text(atFrame: range.upperBound)
        )
    }

    /// Restores the terminal as long as the process is stopped.
    func leave() {
        if closeHelp() || !snapshot.tracks.isEmpty {
            snapshot.helpPage = nil
            snapshot.tracks = []
            draw()
        }
        view.end()
        mode?.leave()
    }

    /// Restores the terminal for good.
    func end() {
        leave()
        Console.setView(nil)
    }
}
