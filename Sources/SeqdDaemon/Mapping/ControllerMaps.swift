import ControlProtocol
import MIDI
import SamplerHost

/// The maps of controllers, and the one that is being learned.
///
/// It gives no commands itself.
@EventLoop
final class ControllerMaps {
    /// The most maps.
    nonisolated static let capacity = 256

    /// A command that a control gives.
    struct Given: Hashable {
        var command: String
        var role: Permission
    }

    private struct Learning {
        var map: ControllerMap
        var role: Permission
        var learned: Pending<MapEntry>
        var deadline: LoopClock.Appointment
    }

    private var controls: [MappedControl] = []
    private var lastNumber = 0
    private var learning: Learning?
    private let clock: LoopClock

    init(by clock: LoopClock = EventLoop.clock) {
        self.clock = clock
    }

    /// The maps, in the order in which they were made.
    var entries: [MapEntry] { controls.map(\.entry) }

    /// Whether messages of the inputs are wanted.
    var isWatching: Bool { !controls.isEmpty || learning != nil }

    /// The command of a map, with the values at both ends.
    ///
    /// - Throws: The command's fault; `permission` if the role does not suffice.
    @discardableResult
    nonisolated static func commands(
        of map: ControllerMap,
        role: Permission
    ) throws(RequestError) -> [any ControlCommand] {
        var commands: [any ControlCommand] = []
        let values =
            map.givesChanges ? [-map.perTurn, map.perTurn] : [map.minimum, map.maximum]
        for value in map.hasValue ? values : [0] {
            let command = map.hasValue ? map.command(with: value) : map.command
            let request: Request
            do throws(RequestError) {
                request = try Request(words: command, role: role)
            } catch {
                // Nobody has typed the value.
                let value = map.hasValue && !map.givesChanges ? " (min and max say the values)" : ""
                throw RequestError(number: error.number, "command: \(error.message)\(value)")
            }
            guard !(request.command is any SessionCommand) else {
                throw RequestError(
                    .usage,
                    "command: \(request.command.name) cannot be mapped"
                )
            }
            commands.append(request.command)
        }
        return commands
    }

    /// Adds a map.
    ///
    /// - Throws: A command that cannot be given; `busy` if there are too many maps.
    func add(_ map: ControllerMap, role: Permission) throws(RequestError) -> MapEntry {
        try Self.commands(of: map, role: role)
        guard controls.count < Self.capacity else {
            throw RequestError(.busy, "too many maps: \(controls.count), at most \(Self.capacity)")
        }
        lastNumber += 1
        let entry = MapEntry(lastNumber, map, role: role)
        controls.append(MappedControl(entry))
        return entry
    }

    /// Removes a map, or all.
    ///
    /// - Returns: The number of maps removed.
    /// - Throws: `usage` for a number that there is not.
    func remove(_ number: Int?) throws(RequestError) -> Int {
        let before = controls.count
        controls.removeAll { number == nil || $0.entry.number == number }
        if let number, controls.count == before {
            throw RequestError(.usage, "no map \(number)")
        }
        return before - controls.count
    }

    /// Replaces all maps; those that cannot be used any more are left out.
    ///
    /// - Returns: The faults of those.
    func replace(with entries: [(map: ControllerMap, role: Permission)]) -> [RequestError] {
        controls = []
        var faults: [RequestError] = []
        for entry in entries {
            do throws(RequestError) {
                _ = try add(entry.map, role: entry.role)
            } catch {
                faults.append(error)
            }
        }
        return faults
    }

    // MARK: Learning

    /// Waits for the next control that moves.
    ///
    /// - Returns: The map, once it is learned.
    /// - Throws: A command that cannot be given; `busy` while another one is learned.
    func learn(
        _ map: ControllerMap,
        role: Permission,
        seconds: Double,
        onEnd: @escaping () -> Void
    ) throws(RequestError) -> Pending<MapEntry> {
        try Self.commands(of: map, role: role)
        guard learning == nil else { throw RequestError(.busy, "another client is learning") }
        let learned = Pending<MapEntry>()
        let deadline = clock.schedule(in: .seconds(seconds)) { [weak self] in
            self?.learning = nil
            learned.fail(RequestError(.busy, "no controller has moved; try again"))
            onEnd()
        }
        learning = Learning(map: map, role: role, learned: learned, deadline: deadline)
        return learned
    }

    /// Ends learning when the daemon ends.
    func stop() {
        learning?.deadline.cancel()
        learning?.learned.fail(RequestError(.busy, "the daemon ends"))
        learning = nil
    }

    private func takeLearned(_ messages: [InputMessage]) -> Bool {
        guard let wanted = learning else { return false }
        for message in messages {
            guard case .message(let event) = message.body,
                wanted.map.input.map({ $0 == message.input + 1 }) ?? true
            else { continue }
            var map = wanted.map
            switch event.status & 0xF0 {
            case 0xB0: map.kind = .cc
            case 0xC0 where !map.hasValue && map.mode == .absolute: map.kind = .program
            case 0x90 where event.isNoteOn && map.mode == .absolute: map.kind = .note
            default: continue
            }
            map.number = Int(event.data1)
            map.channel = Int(event.channel) + 1
            map.input = message.input + 1
            learning = nil
            wanted.deadline.cancel()
            wanted.learned.settle(Result { try add(map, role: wanted.role) })
            return true
        }
        return false
    }

    // MARK: Messages

    /// Takes messages of the inputs.
    ///
    /// - Returns: The commands that they give, in order, and whether a map was learned. Of an
    ///   absolute control only the last position counts.
    func take(_ messages: [InputMessage]) -> (given: [Given], hasLearned: Bool) {
        if takeLearned(messages) { return ([], true) }
        var given: [(control: Int, given: Given)] = []
        for message in messages {
            for index in controls.indices {
                guard let value = controls[index].value(in: message),
                    let command = controls[index].take(value)
                else { continue }
                let (map, role) = (controls[index].entry.map, controls[index].entry.role)
                if map.mode == .absolute, map.hasValue {
                    given.removeAll { $0.control == index }
                }
                given.append((index, Given(command: command, role: role)))
            }
        }
        return (given.map(\.given), false)
    }
}
