public import Effects

/// A rack as a value: samplers by name, the rules that lead events to them, and effects buses.
public struct RackSettings: Hashable, Sendable {
    /// A sampler of a rack.
    public struct Sampler: Hashable, Sendable {
        /// Its name, unique in the rack; the mixer's strip has the same.
        public var name: String
        /// The settings of its instances.
        public var settings: SamplerSettings
        /// Its strip.
        public var strip = StripSettings()
        /// The strips of single channels (0 … 15), before the sampler's strip; each such channel has
        /// an instance of its own.
        public var channels: [UInt8: StripSettings] = [:]
        /// The tunings of single channels (0 … 15), each of which has an instance of its own.
        ///
        /// Omitted settings are those of the sampler.
        public var channelTunings: [UInt8: TuningSettings] = [:]
        /// The name of the effects bus that its sends go to; `nil` for the engine's own, which
        /// ``RackSettings/mainEffects`` names.
        public var effects: String?
        /// The pairs of output channels that its strip plays on; `nil` for 1-2.
        ///
        /// Its effects play on the output pair of their bus.
        public var output: OutputPairs?

        /// Makes a sampler at 0 dB in the middle.
        public init(name: String, settings: SamplerSettings) {
            self.name = name
            self.settings = settings
        }

        /// The settings of its instances, including those that the strips of its channels need.
        package var instances: SamplerSettings {
            var instances = settings
            for channel in channels.keys { instances.separateChannels |= 1 << UInt16(channel) }
            for (channel, tuning) in channelTunings {
                instances.separateChannels |= 1 << UInt16(channel)
                instances.channelTunings[channel] = tuning.completed(with: settings.tuning)
            }
            return instances
        }

        /// All tunings of the sampler and its channels, as they are read.
        public var tunings: [TuningSettings] {
            [settings.tuning]
                + channelTunings.sorted { $0.key < $1.key }.map {
                    $0.value.completed(with: settings.tuning)
                }
        }

        /// The name of the strip of a channel: `piano/10` is that of channel 10 of `piano`.
        ///
        /// - Parameters:
        ///   - sampler: The name of the sampler.
        ///   - channel: The channel, 0 … 15.
        /// - Returns: The name.
        public static func stripName(_ sampler: String, channel: UInt8) -> String {
            "\(sampler)/\(channel + 1)"
        }

        /// The sampler and the channel, 0 … 15, whose strip has a name.
        ///
        /// - Parameter name: The name.
        /// - Returns: Both; `nil` for the name of a sampler.
        public static func channel(ofStrip name: String) -> (sampler: String, channel: UInt8)? {
            guard let slash = name.lastIndex(of: "/"), slash > name.startIndex,
                let number = UInt8(name[name.index(after: slash)...]),
                (1...16).contains(number), name.hasSuffix("/\(number)")
            else { return nil }
            return (String(name[..<slash]), number - 1)
        }
    }

    /// The samplers that rules name.
    public var samplers: [Sampler]
    /// The sampler for parts that no rule matches: one for each port, or live input, that has such
    /// parts.
    ///
    /// The second has this name and " 2", and so on. If `nil`, those parts are reported and silent.
    public var fallback: Sampler?
    /// The samplers that rules name, and the fallback at the end.
    public var allSamplers: [Sampler] { samplers + [fallback].compactMap(\.self) }
    /// The rules, in order.
    public var rules: [RoutingRule] = []
    /// The changes of the messages of all sources; those of a rule replace them for the same source.
    public var changes: [ControllerChange] = []
    /// The presets of parts, wherever rules lead them; of those that match, the first.
    public var programs: [PartPreset] = []
    /// The channels of each source that play drums, bit n for channel n (0 … 15).
    ///
    /// The other channels play none; ``RoutingDestination/isDrums`` of a destination has priority.
    /// If `nil`: channel 10, and channels that messages make drum channels.
    public var drumChannels: UInt16?

    /// The parts of sound files that play beside the music; at most ``ClipSettings/most``.
    public var clips: [ClipSettings] = []

    /// Effects buses by name, for samplers with effects of their own; at most
    /// ``maximumEffectsBuses``.
    ///
    /// ``mainEffects`` is the engine's own bus, whose settings are those of the engine
    /// (`EngineSettings.effects`): the code that makes the engine takes them from here.
    public var effects: [String: EffectsSettings] = [:]

    /// The inserts of the master, through which all passes that is heard on the first pair of output
    /// channels, of further pairs, each before the master's gain, and of effects buses.
    ///
    /// They are the engine's (`EngineSettings.inserts`): the code that makes the engine takes them
    /// from here.
    public var inserts = OutputInserts()

    /// Values of strips that move with the music, whichever plays.
    public var automation = AutomationSettings()

    /// The pairs of output channels of further strips and of effects buses, over those of samplers.
    ///
    /// They are the engine's (`EngineSettings.outputs`): the code that makes the engine takes them
    /// from ``assignments``.
    public var outputs = OutputAssignments()

    /// The names of strips that play nothing here and that side chains may name.
    ///
    /// Those of live inputs and of clips that are played by hand, in a render of a daemon. Not encoded.
    package var silentStrips: Set<String> = []

    /// The name of the engine's own effects bus.
    public static let mainEffects = "main"
    /// The most effects buses that a rack may have beside the engine's own.
    public static let maximumEffectsBuses = 7

    /// Makes a rack without rules.
    public init(samplers: [Sampler]) { self.samplers = samplers }
}
