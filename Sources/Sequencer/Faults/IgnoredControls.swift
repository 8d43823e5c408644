import MIDI
import SMF

/// Finds controllers and parameters that have no effect in seqd, each number once.
struct IgnoredControls {
    private struct Use {
        var count = 0
        var tick: Int64
        var track: UInt16
    }

    /// By channel.
    private var selections: [ParameterSelection]
    private var controllers: [UInt8: Use] = [:]
    private var parameters: [ParameterNumber: Use] = [:]

    init(_ sequence: PreparedSequence) {
        selections = Array(repeating: ParameterSelection(), count: sequence.ports.count * 16)
    }

    mutating func control(_ event: ScheduledEvent) {
        let channel = event.channelIndex
        let (number, value) = (event.message.data1, event.message.data2)
        guard !selections[channel].take(number, value) else { return }
        switch number {
        case 121: selections[channel].deselect()
        // A fine value is part of a coarse one.
        case 6, 96, 97: enter(selections[channel].number, event)
        default:
            guard !Self.hasEffect(number) else { break }
            controllers[number, default: Use(tick: event.tick, track: event.track)].count += 1
        }
    }

    mutating func reset(_ event: ScheduledEvent) {
        let first = Int(event.port) << 4
        for index in first..<first + 16 { selections[index].deselect() }
    }

    private mutating func enter(_ parameter: ParameterNumber, _ event: ScheduledEvent) {
        guard !parameter.isNone else { return }
        // No registered parameter has 127 in its number: a half is missing, which
        // ``ParameterFaults`` reports.
        guard !parameter.isRegistered || (parameter.coarse != 127 && parameter.fine != 127),
            ChannelParameter.named(
                isRegistered: parameter.isRegistered,
                coarse: parameter.coarse,
                fine: parameter.fine
            ) == nil
        else { return }
        parameters[parameter, default: Use(tick: event.tick, track: event.track)].count += 1
    }

    /// Whether a controller has an effect with every SoundFont, or is of use otherwise.
    ///
    /// Fine halves (33 … 63) come with their coarse ones; 111, 116 and 117 mark loops.
    private static func hasEffect(_ number: UInt8) -> Bool {
        switch number {
        case 2...4, 9, 12...31, 69, 70, 79...83, 85...90, 92, 94, 95, 102...110, 112...115, 118,
            119, 122:
            false
        default: true
        }
    }

    func finish(_ log: inout FaultLog) {
        for (number, use) in controllers.sorted(by: { $0.key < $1.key }) {
            let name = Controller(rawValue: number).name.map { " (\($0))" } ?? ""
            log.report(
                .controllerIgnored,
                .note,
                track: Int(use.track),
                tick: use.tick,
                "CC\(number)\(name)\(Self.times(use.count)): no effect in seqd unless the SoundFont "
                    + "has a modulator for it"
            )
        }
        for (number, use) in parameters.sorted(by: { Self.order($0.key) < Self.order($1.key) }) {
            let name = number.name.map { " (\($0))" } ?? ""
            log.report(
                .parameterIgnored,
                .note,
                track: Int(use.track),
                tick: use.tick,
                "\(number.numberText)\(name)\(Self.times(use.count)): no effect in seqd"
            )
        }
    }

    private static func order(_ number: ParameterNumber) -> Int {
        (number.isRegistered ? 0 : 1) << 16 | Int(number.coarse) << 8 | Int(number.fine)
    }

    private static func times(_ count: Int) -> String {
        count == 1 ? "" : ", \(count) times"
    }
}
