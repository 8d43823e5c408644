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
        /// By controller number; empty as long as there are none.
        var controllers: [ChannelUse.ControllerUse] = []
    }

    private var channels: [Channel]

    init(samplers: Int) {
        channels = Array(repeating: Channel(), count: samplers << 4)
    }

    mutating func take(_ event: ScheduledEvent) {
        let message = event.message
        let place = event.channelIndex
        guard channels.indices.contains(place) else { return }
        channels[place].hasEvents = true
        switch message.kind {
        case .noteOn where message.isNoteOn:
            channels[place].noteCount += 1
            channels[place].low = min(channels[place].low, message.data1)
            channels[place].high = max(channels[place].high, message.data1)
        case .controlChange:
            takeControl(message, place)
        case .pitchBend:
            channels[place].bendCount += 1
        case .channelPressure, .polyphonicPressure:
            channels[place].pressureCount += 1
        default: break
        }
    }

    private mutating func takeControl(_ message: MIDIMessage, _ place: Int) {
        if channels[place].controllers.isEmpty {
            channels[place].controllers = (0..<128).map {
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
        channels[place].controllers[number].count += 1
        if value < channels[place].controllers[number].least {
            channels[place].controllers[number].least = value
        }
        if value > channels[place].controllers[number].greatest {
            channels[place].controllers[number].greatest = value
        }
    }

    /// The channels that have events.
    func uses(of sequence: PreparedSequence, parameters: [ParameterUse]) -> [ChannelUse] {
        var uses: [ChannelUse] = []
        var places: [TrackInfo.Channel: Int] = [:]
        for (place, channel) in channels.enumerated() where channel.hasEvents {
            let address = TrackInfo.Channel(
                port: UInt8(truncatingIfNeeded: place >> 4),
                channel: UInt8(truncatingIfNeeded: place & 15)
            )
            var use = ChannelUse(address: address)
            use.noteCount = channel.noteCount
            if channel.noteCount > 0 { use.keys = channel.low...channel.high }
            use.bendCount = channel.bendCount
            use.pressureCount = channel.pressureCount
            use.controllers = channel.controllers.filter { $0.count > 0 }
            places[address] = uses.count
            uses.append(use)
        }
        for (number, track) in sequence.tracks.enumerated() {
            for address in track.channels {
                if let place = places[address] { uses[place].tracks.append(number) }
            }
        }
        for program in sequence.programs {
            let address = TrackInfo.Channel(port: program.port, channel: program.channel)
            if let place = places[address] { uses[place].programs.append(program) }
        }
        for parameter in parameters where parameter.number == .bendRange {
            guard let place = places[parameter.address] else { continue }
            // Semitones and hundredths of one.
            uses[place].bendRanges = parameter.values.map {
                Double($0 >> 7) + Double($0 & 127) / 100
            }
        }
        return uses
    }
}
