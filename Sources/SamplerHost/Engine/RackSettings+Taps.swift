extension RackSettings {
    /// A rack in which the channels that taps name have strips.
    ///
    /// - Parameter taps: The taps; a name that is no channel of a sampler changes nothing.
    /// - Returns: The rack.
    public func withChannels(of taps: [TapRequest]) -> RackSettings {
        var rack = self
        for tap in taps {
            guard let (name, channel) = Sampler.channel(ofStrip: tap.name) else { continue }
            if let index = rack.samplers.firstIndex(where: { $0.name == name }) {
                rack.samplers[index].addStrip(of: channel)
            } else if rack.sampler(named: name) != nil {
                rack.fallback?.addStrip(of: channel)
            }
        }
        return rack
    }

    /// The channels of a sampler that play notes of some music.
    ///
    /// - Parameters:
    ///   - name: The sampler's name.
    ///   - music: The music, with its routes through this rack.
    /// - Returns: The channels, 0 … 15, ascending.
    public static func channels(of name: String, in music: [RoutedSequence]) -> [UInt8] {
        let work = SamplerUse(of: music, sampler: name).work
        return work.indices.filter { work[$0] > 0 }.map { UInt8($0) }
    }

    /// A rack in which all channels that play notes of some music have strips.
    ///
    /// - Parameter music: The music, with its routes through this rack.
    /// - Returns: The rack.
    public func withChannels(of music: [RoutedSequence]) -> RackSettings {
        var rack = self
        for name in Set(music.flatMap(\.samplers)) {
            for channel in Self.channels(of: name, in: music) {
                if let index = rack.samplers.firstIndex(where: { $0.name == name }) {
                    rack.samplers[index].addStrip(of: channel)
                } else {
                    rack.fallback?.addStrip(of: channel)
                }
            }
        }
        return rack
    }

    /// The names of all strips that its samplers may have, but for those of further ports.
    public var stripNames: [String] {
        allSamplers.flatMap { sampler in
            [sampler.name]
                + sampler.channels.keys.sorted().map {
                    Sampler.stripName(sampler.name, channel: $0)
                }
        } + clips.map(\.stripName)
    }
}

extension RackSettings.Sampler {
    fileprivate mutating func addStrip(of channel: UInt8) {
        if channels[channel] == nil { channels[channel] = StripSettings() }
    }
}
