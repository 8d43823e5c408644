import MIDI

/// Collects what each channel is used for.
struct ChannelSurvey {
    private struct Channel {
        var hasEvents = false
        var noteCount = 0
        var low: UInt8 = 127
        var high: UInt8 = 0
        var bendCount = 0
        var pressureCount = 0
        /// The use by controller number; empty as long as there is none.
        var controllers: [ChannelUse.ControllerUse] = []
    }

    private var channels: [Channel]

    init(samplers: Int) {
        channels = Array(repeating: Channel(), count: samplers << 4)
    }

    mutating func take(_ event: ScheduledEvent) {
        let message = event.message
        let index = event.channelIndex
        guard channels.indices.contains(index) else { return }
        channels[index].hasEvents = true
        switch message.kind {
        case .noteOn where message.isNoteOn:
            channels[index].noteCount += 1
            channels[index].low = min(channels[index].low, message.data1)
            channels[index].high = max(channels[index].high, message.data1)
        case .controlChange:
            takeControl(message, index)
        case .pitchBend:
            channels[index].bendCount += 1
        case .channelPressure, .polyphonicPressure:
            channels[index].pressureCount += 1
        default: break
        }
    }

    private mutating func takeControl(_ message: MIDIMessage, _ index: Int) {
        if channels[index].controllers.isEmpty {
            channels[index].controllers = (0..<128).map {
                ChannelUse.ControllerUse(
                    controller: Controller(rawValue: $0),
                    count: 0,
                    least: 127,
                    greatest: 0
                )
            }
        }
        let number = Int(message.data1 & 127)
        let value = message.data2
        channels[index].controllers[number].count += 1
        if value < channels[index].controllers[number].least {
            channels[index].controllers[number].least = value
        }
        if value > channels[index].controllers[number].greatest {
            channels[index].controllers[number].greatest = value
        }
    }

    /// The channels that have events.
    func uses(of sequence: PreparedSequence, parameters: [ParameterUse]) -> [ChannelUse] {
        var uses: [ChannelUse] = []
        var indices: [TrackInfo.Channel: Int] = [:]
        for (index, channel) in channels.enumerated() where channel.hasEvents {
            let address = TrackInfo.Channel(
                port: UInt8(truncatingIfNeeded: index >> 4),
                channel: UInt8(truncatingIfNeeded: index & 15)
            )
            var use = ChannelUse(address: address)
            use.noteCount = channel.noteCount
            if channel.noteCount > 0 { use.keys = channel.low...channel.high }
            use.bendCount = channel.bendCount
            use.pressureCount = channel.pressureCount
            use.controllers = channel.controllers.filter { $0.count > 0 }
            indices[address] = uses.count
            uses.append(use)
        }
        for (number, track) in sequence.tracks.enumerated() {
            for address in track.channels {
                if let index = indices[address] { uses[index].tracks.append(number) }
            }
        }
        for program in sequence.programs {
            let address = TrackInfo.Channel(port: program.port, channel: program.channel)
            if let index = indices[address] { uses[index].programs.append(program) }
        }
        for parameter in parameters where parameter.number == .bendRange {
            guard let index = indices[parameter.address] else { continue }
            // Semitones and hundredths of one.
            uses[index].bendRanges = parameter.values.map {
                Double($0 >> 7) + Double($0 & 127) / 100
            }
        }
        return uses
    }
}
