import MIDI

/// Collects which parameters are set.
struct ParameterSurvey {
    /// The most different parameters that are stored of one channel: some 300 have a name, and a
    /// hostile file could send all 32,768.
    private static let mostParameters = 1024

    private struct Channel {
        var selection = ParameterSelection()
        /// Into `uses`; in order of appearance.
        var uses: [ParameterUse] = []
        var indices: [ParameterNumber: Int] = [:]
        /// The last coarse value, which a fine one completes.
        var coarse: UInt16?
    }

    private var channels: [Channel]

    init(samplers: Int) {
        channels = Array(repeating: Channel(), count: samplers << 4)
    }

    /// All uses, by channel.
    var uses: [ParameterUse] { channels.flatMap(\.uses) }

    mutating func take(_ event: ScheduledEvent) {
        let message = event.message
        guard message.status & 0xF0 == 0xB0 else { return }
        let channel = event.channelIndex
        guard channels.indices.contains(channel) else { return }
        let value = message.data2 & 127
        if channels[channel].selection.take(message.data1, value) {
            channels[channel].coarse = nil
            return
        }
        switch message.data1 {
        case 6, 38, 96, 97: enter(message.data1, value, channel, event)
        case 121: deselect(channel)
        default: break
        }
    }

    /// A reset deselects the parameters of a sampler.
    mutating func clear(port: UInt8) {
        for channel in Int(port) << 4..<(Int(port) + 1) << 4
        where channels.indices.contains(channel) {
            deselect(channel)
        }
    }

    private mutating func deselect(_ channel: Int) {
        channels[channel].selection.deselect()
        channels[channel].coarse = nil
    }

    private mutating func enter(
        _ controller: UInt8,
        _ value: UInt8,
        _ channel: Int,
        _ event: ScheduledEvent
    ) {
        guard let index = index(channel, event) else { return }
        switch controller {
        case 6:
            channels[channel].uses[index].count += 1
            channels[channel].coarse = UInt16(value) << 7
            Self.note(UInt16(value) << 7, &channels[channel].uses[index])
        case 38:
            Self.complete(UInt16(value), channels[channel].coarse, &channels[channel].uses[index])
        default:
            channels[channel].uses[index].count += 1
            channels[channel].uses[index].stepCount += 1
        }
    }

    /// The index of the use of the selected parameter, which is added if it is new.
    private mutating func index(_ channel: Int, _ event: ScheduledEvent) -> Int? {
        let number = channels[channel].selection.number
        guard !number.isNone else { return nil }
        if let index = channels[channel].indices[number] { return index }
        guard channels[channel].uses.count < Self.mostParameters else { return nil }
        let address = TrackInfo.Channel(port: event.port, channel: event.message.channel)
        channels[channel].indices[number] = channels[channel].uses.count
        channels[channel].uses.append(
            ParameterUse(address: address, number: number, firstTick: event.tick)
        )
        return channels[channel].uses.count - 1
    }

    private static func note(_ value: UInt16, _ use: inout ParameterUse) {
        guard !use.values.contains(value) else { return }
        if use.values.count < ParameterUse.mostValues {
            use.values.append(value)
        } else {
            use.hasMoreValues = true
        }
    }

    /// A fine part: it makes the last value whole, or a value of its own.
    private static func complete(_ fine: UInt16, _ coarse: UInt16?, _ use: inout ParameterUse) {
        use.isCoarseOnly = use.isCoarseOnly && fine == 0
        guard let coarse else {
            use.count += 1
            note(fine, &use)
            return
        }
        guard fine > 0 else { return }
        if use.values.last == coarse { use.values.removeLast() }
        note(coarse | fine, &use)
    }
}
