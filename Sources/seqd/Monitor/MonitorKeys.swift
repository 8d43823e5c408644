import ControlProtocol
import Sequencer
import TerminalUI

/// The keys of the monitor as actions, in the state of a model and of the controls.
struct MonitorKeys {
    let model: MonitorModel
    let controls: MonitorControls

    /// The rows of Page Up and Page Down.
    private static let pageRows = 10

    /// The action of a key; `nil` for one without an effect.
    ///
    /// A request that needs another role, or a daemon that is not there, is a message instead.
    func action(for key: Key) -> MonitorAction? {
        guard let action = wanted(by: key) else { return nil }
        guard case .ask(let request) = action else { return action }
        guard model.connection == .open else { return .say("there is no daemon to ask") }
        return model.refusal(of: request).map(MonitorAction.say) ?? action
    }

    private func wanted(by key: Key) -> MonitorAction? {
        switch key {
        case .up: .move(-1)
        case .down: .move(1)
        case .pageUp: .move(-Self.pageRows)
        case .pageDown: .move(Self.pageRows)
        case .home: .moveToFirst
        case .end: .moveToLast
        case .tab: .nextPanel
        case .left(let shift): seek(shift ? "-30s" : "-5s")
        case .right(let shift): seek(shift ? "+30s" : "+5s")
        case .backspace: .ask(Command.SetSpeed(.normal))
        case .delete: remove()
        case .enter: jump()
        case .control("l"): .redraw
        case .character(let character): wanted(by: character)
        default: nil
        }
    }

    private func wanted(by character: Character) -> MonitorAction? {
        switch character {
        case "q", "Q": .quit
        case "?": .help
        case ":": .prompt("")
        case "i": instrument()
        case " ": .ask(Command.Toggle())
        case "S": .ask(Command.Stop())
        case "n", ">": .ask(Command.Next())
        case "p", "<": .ask(Command.Previous())
        case "b": seek("-1 bar")
        case "f": seek("+1 bar")
        case "+", "=": gain(1)
        case "-": gain(-1)
        case "(": pan(-10)
        case ")": pan(10)
        case "{": speed(-1)
        case "}": speed(1)
        case "[": loopStart()
        case "]": loopEnd()
        case "\\": .ask(Command.Loop(.off))
        case "m": mute()
        case "s": solo()
        case "M": .ask(Command.Metronome(!status.hasMetronome))
        case "r": .ask(Command.Repeat(!status.isRepeating))
        case "y": .ask(Command.Single(!status.isSingle))
        case "z": .ask(Command.Random(!status.isRandom))
        case "R": .ask(Command.Consume(!status.isConsuming))
        case "Z": .ask(Command.Shuffle())
        case "d": remove()
        case "J": moveEntry(1)
        case "K": moveEntry(-1)
        case "!": .ask(Command.Panic())
        default: nil
        }
    }

    /// The last status; that of an empty daemon before the first.
    var status: DaemonStatus { model.status ?? DaemonStatus() }

    // MARK: Positions

    private func seek(_ offset: String) -> MonitorAction? {
        guard let offset = try? PositionOffset(parsing: offset) else { return nil }
        return .ask(Command.Seek(by: offset))
    }

    private func loopStart() -> MonitorAction {
        guard let position = status.position else { return .say("no file is loaded") }
        return .loopStart(position.text)
    }

    private func loopEnd() -> MonitorAction {
        guard let position = status.position else { return .say("no file is loaded") }
        guard let start = controls.loopStart else {
            return .say("press [ at the start of the loop first")
        }
        do throws(PositionError) {
            guard let loop = try LoopSetting(parsing: "\(start)..\(position.text)") else {
                return .say("no loop from \(start) to \(position.text)")
            }
            return .ask(Command.Loop(loop))
        } catch {
            return .say("\(error)")
        }
    }
}
