import CommandSupport
import ControlProtocol
import Glibc
import Playback
import TerminalUI

/// `seqd monitor` as it runs: the connection, the keys and the view meet here.
///
/// Main thread.
final class Monitor {
    private let socket: String?
    private let name: String
    private let screen: MonitorScreen
    private let files = MonitorFiles()
    private var link: MonitorLink?
    private var session = MonitorSession()
    private var model = MonitorModel()
    private var controls = MonitorControls()
    private var nextStatus = ContinuousClock.now
    private var nextStrips = ContinuousClock.now
    /// Whether the daemon has the command `strips`.
    private var areStripsKnown = true
    /// Whether the daemon sends levels; the strips of an older one are polled.
    private var hasLevels = true
    private var nextAttempt = ContinuousClock.now
    private var messageEnd = ContinuousClock.now
    private var shownMessage: MonitorModel.Message?
    private var lastAnswer = ContinuousClock.now
    private var hasQuit = false

    /// The time between two requests for the status.
    private static let statusTime = Duration.milliseconds(100)
    /// The time between two attempts to connect.
    private static let attemptTime = Duration.milliseconds(500)
    /// The time for which a message is shown.
    private static let messageTime = Duration.seconds(5)
    /// The time after which the user is told that the daemon does not answer.
    private static let patience = Duration.seconds(2)
    /// The longest time to wait for an event.
    private static let frameMilliseconds: Int32 = 50

    /// Makes a monitor of the daemon at a socket, or with a name.
    init(socket: String?, name: String, on screen: MonitorScreen) {
        self.socket = socket
        self.name = name
        self.screen = screen
    }

    /// Connects for the first time.
    ///
    /// - Throws: 69 if there is no daemon, 77 if it does not let this user in.
    func connect() throws(RequestError) {
        link = try MonitorLink(socket: socket, name: name)
        session = MonitorSession()
        model.connected()
        lastAnswer = .now
        areStripsKnown = true
        hasLevels = true
        nextStrips = .now
        ask(Command.WhoAmI())
        ask(Command.Subscribe(MonitorSession.events))
        ask(MonitorSession.levelEvents)
        ask(Command.Status())
    }

    /// Runs until the user quits.
    ///
    /// - Returns: The status of the signal that has ended it; `nil` for `q`.
    func run() -> ExitStatus? {
        defer {
            link?.close()
            screen.end()
        }
        while !hasQuit {
            let signal = Signals.next(
                milliseconds: Self.frameMilliseconds,
                orReading: screen.descriptor
            )
            switch signal {
            case SIGINT, SIGTERM, SIGHUP: return Signals.status(of: signal)
            case SIGTSTP:
                screen.leave()
                Signals.stopProcess()
            default: break
            }
            takeLines()
            for outcome in files.take() { model.take(outcome.result, of: outcome.path) }
            for key in screen.keys() where !hasQuit { press(key) }
            if screen.isHungUp { return .hungUp }
            let now = ContinuousClock.now
            poll(now)
            endMessage(now)
            screen.show(model, controls)
        }
        return nil
    }

    // MARK: The daemon

    private func takeLines() {
        guard let incoming = link?.take() else { return }
        for line in incoming.lines { take(line) }
        if !incoming.lines.isEmpty { lastAnswer = .now }
        guard incoming.isClosed else { return }
        link = nil
        model.disconnected(session.refusal ?? "the daemon closed the connection")
        nextAttempt = .now
    }

    private func take(_ line: String) {
        switch session.take(line) {
        case .reply(let reply): model.take(reply)
        case .failure(let error, let request):
            // An older daemon has no strips, or no events of levels.
            if request.command is Command.Strips, error.code == .unknownCommand {
                areStripsKnown = false
            } else if request == Request(MonitorSession.levelEvents) {
                hasLevels = false
            } else {
                model.take(error)
            }
        case .event(let event): model.take(event)
        case .text(let lines, let error, let command):
            if let error {
                model.take(error)
            } else if lines.count > 1 {
                controls.answer = MonitorControls.Answer(title: command, lines: lines)
            } else {
                model.message = MonitorModel.Message(text: lines.first ?? "\(command): done")
            }
        case nil: break
        }
    }

    private func poll(_ now: ContinuousClock.Instant) {
        guard link != nil else {
            if now >= nextAttempt { reconnect(now) }
            return
        }
        if now >= nextStatus, !session.isWaiting(for: Command.Status.self) {
            nextStatus = now + Self.statusTime
            ask(Command.Status())
        }
        if !session.isWaiting(for: Command.Strips.self), areStripsDue(now) {
            ask(Command.Strips())
        }
        if !session.isWaiting(for: Command.Queue.self), model.takeQueueChange() {
            ask(Command.Queue())
        }
        if !session.isWaiting(for: Command.Rack.self), model.takeRackChange() {
            ask(Command.Rack())
        }
        if let path = model.takeWantedFile() { files.read(path) }
        if session.waitingCount > 0, now - lastAnswer > Self.patience {
            model.message = MonitorModel.Message(text: "waiting for the daemon", isError: true)
        }
    }

    /// Whether the strips are to be asked for: when they have changed, or regularly if the daemon sends
    /// no levels.
    private func areStripsDue(_ now: ContinuousClock.Instant) -> Bool {
        if hasLevels { return model.takeStripsChange() }
        guard now >= nextStrips else { return false }
        nextStrips = now + (areStripsKnown ? Self.statusTime : .seconds(60))
        return true
    }

    private func reconnect(_ now: ContinuousClock.Instant) {
        nextAttempt = now + Self.attemptTime
        do throws(RequestError) {
            try connect()
            model.message = MonitorModel.Message(text: "connected again")
        } catch {
            model.disconnected(error.message)
        }
    }

    private func ask(_ command: any ControlCommand) {
        guard let link else { return }
        guard let line = session.line(for: Request(command)) else { return sayBusy() }
        link.send(line)
    }

    private func sayBusy() {
        model.message = MonitorModel.Message(text: "the daemon does not answer", isError: true)
    }

    private func endMessage(_ now: ContinuousClock.Instant) {
        if model.message != shownMessage {
            shownMessage = model.message
            messageEnd = now + Self.messageTime
        } else if now >= messageEnd {
            model.message = nil
            shownMessage = nil
        }
    }

    // MARK: Keys

    private func press(_ key: Key) {
        if controls.prompt != nil { return type(key) }
        if key == .character("?") { return turnHelp() }
        // As in the player, each key closes the help, and acts.
        if controls.helpPage != nil {
            controls.helpPage = nil
            if key == .escape { return }
        }
        if controls.answer != nil, isTaken(byAnswer: key) { return }
        if key == .escape {
            controls.loopStart = nil
            model.message = nil
            return
        }
        let keys = MonitorKeys(model: model, controls: controls)
        if let action = keys.action(for: key) { perform(action) }
    }

    /// Scrolls or closes the answer that is shown.
    ///
    /// - Returns: Whether the key does nothing else.
    private func isTaken(byAnswer key: Key) -> Bool {
        switch key {
        case .up: controls.scrollAnswer(by: -1)
        case .down: controls.scrollAnswer(by: 1)
        case .pageUp: controls.scrollAnswer(by: -10)
        case .pageDown: controls.scrollAnswer(by: 10)
        case .home: controls.scrollAnswer(by: -.max / 2)
        case .end: controls.scrollAnswer(by: .max / 2)
        case .escape, .enter, .character("q"): controls.answer = nil
        default: return false
        }
        return true
    }

    private func turnHelp() {
        controls.answer = nil
        let count = screen.helpPageCount(model)
        guard count > 0 else {
            model.message = MonitorModel.Message(text: "window too small for the help")
            return
        }
        let next = controls.helpPage.map { $0 + 1 } ?? 0
        controls.helpPage = next < count ? next : nil
    }

    private func perform(_ action: MonitorAction) {
        // A message is about the key before.
        model.message = nil
        switch action {
        case .ask(let request):
            if request.command is Command.Loop { controls.loopStart = nil }
            ask(request.command)
        case .move(let rows): controls.move(by: rows, of: model)
        case .moveToFirst: controls.select(0, of: model)
        case .moveToLast: controls.select(.max, of: model)
        case .nextPanel: controls.panel = controls.panel.next
        case .help: turnHelp()
        case .prompt(let start): controls.beginPrompt(start)
        case .loopStart(let position): controls.loopStart = position
        case .say(let text): model.message = MonitorModel.Message(text: text, isError: true)
        case .redraw: screen.redraw()
        case .quit: hasQuit = true
        }
    }

    private func type(_ key: Key) {
        if key == .control("l") { return screen.redraw() }
        switch controls.prompt?.press(key) {
        case .entered(let text)?:
            controls.prompt = nil
            controls.remember(text)
            send(command: text)
        case .cancelled?: controls.prompt = nil
        case .typing?, nil: break
        }
    }

    /// Sends a typed command, as `seqd ctl` does: relative files are those of this process.
    private func send(command text: String) {
        guard let link else {
            perform(.say("there is no daemon to ask"))
            return
        }
        let request = CtlRequest(line: text)
        if let refusal = MonitorCommandLine.refusal(of: text) {
            perform(.say(refusal))
            return
        }
        do throws(CommandFailure) {
            try request.check(isJSON: false)
        } catch {
            perform(.say(error.description))
            return
        }
        guard let line = session.line(forCommand: request.words) else { return sayBusy() }
        link.send(line)
    }
}
