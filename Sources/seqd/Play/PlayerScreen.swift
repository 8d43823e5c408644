import Glibc
import Platform
import Playback
import SamplerHost
import Sequencer
import TerminalUI
import Wording

/// The terminal of the player: what it shows, and the keys that come from it.
final class PlayerScreen {
    /// The page of the help that is shown, from 0; `nil` for none.
    private var helpPage: Int?

    private let ability: TerminalAbility
    private let view: TerminalView
    private let mode: TerminalMode?
    private let isViewWanted: Bool
    /// Whether a terminal that cannot move its cursor gets a line for each song.
    private let isPlain: Bool
    private var decoder = KeyDecoder()
    private var moment = PlayerMoment()
    private var lyrics: LyricLine?
    private var messageEnd = ContinuousClock.now
    private var peak = PeakMeter()
    private var clippedInAll = 0
    /// Those of ``clippedInAll`` that were clipped before the song began.
    private var clippedBefore = 0

    /// How long a message stands.
    private static let messageTime = Duration.seconds(2)
    /// How often the view is drawn.
    private static let frameMilliseconds: Int32 = 50

    /// Makes the screen; keys count where stdin or stderr is a terminal.
    init(isQuiet: Bool) {
        ability = TerminalAbility { Environment[$0] }
        view = TerminalView(ability)
        let isTerminal = isatty(STDERR_FILENO) == 1
        mode = isTerminal || isatty(STDIN_FILENO) == 1 ? TerminalMode() : nil
        isViewWanted = !isQuiet && view.isUsable
        isPlain = !isQuiet && isTerminal && !view.isUsable
        if isViewWanted { Console.setView(view) }
    }

    // MARK: Keys

    /// What to wait on for keys; below 0 for nothing.
    var descriptor: Int32 { mode?.descriptor ?? -1 }

    /// How long to wait for something to happen.
    var patience: Int32 {
        // Without a view too: what follows a short song is given to the engine in time.
        moment.state == .playing ? Self.frameMilliseconds : 2 * Self.frameMilliseconds
    }

    /// The keys that were pressed since the last time; takes the terminal where that is possible.
    func keys() -> [Key] {
        guard let mode else { return [] }
        if mode.enter() { view.invalidate() }
        return decoder.decode(mode.read(), now: .now)
    }

    // MARK: Showing

    /// Shows what a song has to tell from its start.
    func begin(_ loaded: LoadedSong, in playlist: Playlist, speed: Speed, rate: Int) {
        moment.name = loaded.name
        moment.message = nil
        clippedBefore = clippedInAll
        peak.startOver()
        let number = playlist.current?.number ?? 1
        moment.place =
            playlist.files.count > 1
            ? PlayerMoment.Place(number: number, count: playlist.files.count) : nil
        lyrics = loaded.lyrics.isEmpty ? nil : loaded.lyrics
        guard isPlain else { return }
        let end = speed.itemFrame(ofNominalFrame: loaded.song.endFrame(rate: rate))
        let place = moment.place.map { "\($0.number)/\($0.count) " } ?? ""
        let length = TimeText.text(frames: end, rate: rate, decimals: 1...1)
        Console.report("\(place)\(loaded.name), \(length)")
    }

    /// Shows another version of the song from now on.
    func change(to loaded: LoadedSong) {
        lyrics = loaded.lyrics.isEmpty ? nil : loaded.lyrics
    }

    /// Says for a moment what a key has done.
    func say(_ message: String) {
        moment.message = message
        messageEnd = .now + Self.messageTime
        if isPlain { Console.report(message) }
    }

    /// Shows the help or its next page; behind the last page there is none.
    func turnHelp() {
        let size = view.size
        let count = PlayerView(ability).helpPageCount(
            moment,
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

    /// Takes the help away.
    ///
    /// - Returns: Whether it was shown.
    @discardableResult
    func closeHelp() -> Bool {
        defer { helpPage = nil }
        return helpPage != nil
    }

    /// Draws all anew.
    func redraw() {
        view.invalidate()
    }

    /// Shows how things stand.
    func show(_ player: Player, _ figures: EngineFigures) {
        let now = ContinuousClock.now
        peak.add(figures.peak, now)
        guard isViewWanted else { return }
        if now >= messageEnd { moment.message = nil }
        update(player, figures)
        moment.peak = peak.level
        moment.highestPeak = peak.highestLevel
        moment.isClipping = peak.isOver
        moment.helpPage = helpPage
        draw()
    }

    private func draw() {
        let size = view.size
        let lines = PlayerView(ability).lines(moment, columns: size.columns, rows: size.rows)
        view.show(lines)
    }

    private func update(_ player: Player, _ figures: EngineFigures) {
        let playback = player.playback
        let rate = playback.rate
        moment.state =
            player.isLoading ? .loading : player.isPaused ? .paused : .playing
        moment.countIn = moment.state == .loading ? 0 : figures.countIn
        moment.isMetronomeOn =
            playback.isMetronomeOn && player.current?.song.sequence.hasBars ?? false
        moment.voices = player.isPaused ? 0 : figures.voices
        moment.xruns = figures.xruns
        clippedInAll = figures.clippedSamples
        moment.clippedCount = clippedInAll - clippedBefore
        moment.gain = player.gain
        moment.speed = playback.speed == .normal ? nil : playback.speed.description
        moment.muted = playback.muted.channelNumbers
        moment.soloed = playback.soloed.channelNumbers
        guard let song = player.current?.song else { return }
        let sequence = song.sequence
        let frame = player.place
        let tick = sequence.tempoMap.tick(atFrame: frame, rate: rate)
        let end = song.endFrame(rate: rate)
        moment.position = sequence.meterMap.position(atTick: tick).map { "\($0.bar):\($0.beat)" }
        moment.seconds = Double(frame) / Double(rate)
        moment.totalSeconds = Double(end) / Double(rate)
        moment.tempo =
            sequence.tempoMap.beatsPerMinute(atTick: tick) * playback.speed.factor
        moment.lyric = lyrics?.at(tick: tick)
        moment.loop = loop(of: player, end: end)
    }

    private func loop(of player: Player, end: Int64) -> PlayerMoment.Loop? {
        func part(_ frame: Int64) -> Double { end > 0 ? Double(frame) / Double(end) : 0 }
        if let start = player.loopStart {
            return PlayerMoment.Loop(start: part(start), startText: player.text(ofPlace: start))
        }
        guard case .between(let range) = player.playback.loop else { return nil }
        return PlayerMoment.Loop(
            start: part(range.lowerBound),
            end: part(range.upperBound),
            startText: player.text(ofPlace: range.lowerBound),
            endText: player.text(ofPlace: range.upperBound)
        )
    }

    /// Gives the terminal back as it was, for as long as the process is stopped.
    func leave() {
        if closeHelp() {
            moment.helpPage = nil
            draw()
        }
        view.end()
        mode?.leave()
    }

    /// Gives the terminal back for good.
    func end() {
        leave()
        Console.setView(nil)
    }
}
