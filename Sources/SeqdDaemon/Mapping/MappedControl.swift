import ControlProtocol
import MIDI
import SamplerHost

/// A map of a controller with the position of its control.
struct MappedControl {
    /// The map, its number and its role.
    let entry: MapEntry
    /// The value that a relative control moves.
    private var value: Double
    /// The last value of an absolute control.
    private var last: Int?

    /// Makes a control that has not moved yet.
    init(_ entry: MapEntry) {
        self.entry = entry
        value = entry.map.minimum
    }

    private var map: ControllerMap { entry.map }

    /// The value of the control in a message; `nil` if the message is from another one.
    func value(in message: InputMessage) -> Int? {
        guard map.input.map({ $0 == message.input + 1 }) ?? true,
            case .message(let message) = message.body, message.isChannelMessage,
            map.channel.map({ $0 == Int(message.channel) + 1 }) ?? true,
            Int(message.data1) == map.number
        else { return nil }
        switch map.kind {
        // Each one counts, also the same again.
        case .program: return message.status & 0xF0 == 0xC0 ? 127 : nil
        case .cc: return message.status & 0xF0 == 0xB0 ? Int(message.data2) : nil
        case .note:
            if message.isNoteOn { return Int(message.data2) }
            return message.isNoteOff ? 0 : nil
        }
    }

    /// Takes a value of the control.
    ///
    /// - Parameter raw: The value, 0 to 127.
    /// - Returns: The command to give; `nil` for none.
    mutating func take(_ raw: Int) -> String? {
        defer { last = raw }
        if map.kind == .program { return map.command }
        guard map.hasValue else {
            // A button, or a key.
            let isPressed = map.kind == .note ? raw > 0 : raw >= 64
            let wasPressed = last.map { map.kind == .note ? $0 > 0 : $0 >= 64 } ?? false
            return isPressed && !wasPressed ? map.command : nil
        }
        switch map.mode {
        case .absolute:
            // The release of a key has no value.
            if map.kind == .note, raw == 0 { return nil }
            return map.command(with: map.minimum + Double(raw) / 127 * (map.maximum - map.minimum))
        case .wheel:
            guard let last else { return nil }
            // The shorter way around.
            let change = (raw - last + 192) % 128 - 64
            return change == 0 ? nil : map.command(with: Double(change) / 128 * map.perTurn)
        case .twosComplement: return move(by: raw < 64 ? raw : raw - 128)
        case .signMagnitude: return move(by: raw < 64 ? raw : 64 - raw)
        case .offset: return move(by: raw - 64)
        }
    }

    private mutating func move(by change: Int) -> String? {
        guard change != 0 else { return nil }
        if let turn = map.turn {
            return map.command(with: Double(change) / Double(turn) * map.perTurn)
        }
        let (low, high) = (
            Swift.min(map.minimum, map.maximum), Swift.max(map.minimum, map.maximum)
        )
        var moved = value + Double(change) / 127 * (map.maximum - map.minimum)
        if map.wraps {
            if moved > high { moved -= high - low }
            if moved < low { moved += high - low }
        }
        moved = Swift.min(Swift.max(moved, low), high)
        guard moved != value else { return nil }
        value = moved
        return map.command(with: moved)
    }
}
