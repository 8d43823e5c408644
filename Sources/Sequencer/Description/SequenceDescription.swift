import SMF

/// A sequence in the numbers that people use: tracks, channels, ports, bars and beats from 1.
package struct SequenceDescription: Sendable {
    /// The sequence itself.
    package let sequence: PreparedSequence
    /// The number of the pattern, from 1, in a file of format 2; `nil` for other formats.
    package let pattern: Int?

    /// Describes a sequence.
    package init(_ sequence: PreparedSequence, pattern: Int? = nil) {
        self.sequence = sequence
        self.pattern = pattern
    }

    /// A point of time in a sequence, in every unit.
    package struct Time: Sendable {
        /// The tick.
        package var tick: Int64
        /// The time from the start of the sequence.
        package var nanoseconds: Int64
        /// Bar and beat; `nil` in a sequence without bars.
        package var barBeat: BarBeat?

        /// The position as it is typed: `17:1`, or `480t` in a sequence without bars.
        package var positionText: String { barBeat?.description ?? "\(tick)t" }
        /// The time to a tenth of a second; to the millisecond in a sequence without bars.
        package var timeText: String {
            TimeText.text(nanoseconds: nanoseconds, decimals: 1...(barBeat == nil ? 3 : 1))
        }
        /// The time in seconds.
        package var seconds: Double { Double(nanoseconds) / 1e9 }
    }

    /// The time of a tick.
    package func time(atTick tick: Int64) -> Time {
        Time(
            tick: tick,
            nanoseconds: sequence.tempoMap.nanoseconds(atTick: tick),
            barBeat: sequence.meterMap.position(atTick: tick)
        )
    }

    /// The time of the end.
    package var end: Time { time(atTick: sequence.endTick) }

    /// The number of bars, an incomplete last one included; `nil` in a sequence without bars.
    package var barCount: Int64? {
        guard sequence.endTick > 0 else { return isInBars ? 0 : nil }
        return time(atTick: sequence.endTick - 1).barBeat?.bar
    }

    /// Whether ticks are parts of a quarter note, not of an SMPTE frame.
    package var isInBars: Bool {
        if case .ticksPerQuarter = sequence.division { return true }
        return false
    }

    /// The number of a sampler's port: its FF 21 value + 1.
    package func portNumber(ofSampler sampler: UInt8) -> Int {
        sequence.ports.indices.contains(Int(sampler)) ? Int(sequence.ports[Int(sampler)]) + 1 : 1
    }

    /// Whether a channel's number alone identifies the channel.
    package var hasOnePort: Bool { sequence.hasOnePort }

    /// The numbers of the ports, each once.
    package var portNumbers: [Int] { sequence.portNumbers }

    /// The devices that tracks name, each with the numbers of these tracks.
    package var devices: [(name: String, tracks: [Int])] {
        var devices: [(name: String, tracks: [Int])] = []
        var places: [String: Int] = [:]
        for (index, track) in sequence.tracks.enumerated() {
            for name in track.devices {
                if let known = places[name] {
                    devices[known].tracks.append(trackNumber(ofIndex: index))
                } else {
                    places[name] = devices.count
                    devices.append((name, [trackNumber(ofIndex: index)]))
                }
            }
        }
        return devices
    }

    /// The number of a track, from 1 in file order.
    package func trackNumber(ofIndex index: Int) -> Int { pattern ?? index + 1 }

    /// A channel's number; with the port before it if there are several: `2/10`.
    package func channelText(_ channel: TrackInfo.Channel) -> String {
        let number = Int(channel.channel) + 1
        return hasOnePort ? "\(number)" : "\(portNumber(ofSampler: channel.port))/\(number)"
    }
}
