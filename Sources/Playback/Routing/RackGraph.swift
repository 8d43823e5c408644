public import Racks
import SamplerHost
import Sequencer

/// The wiring of a rack: which sources reach which samplers by which rules, and how they are mixed.
///
/// Sources → rules → samplers → strips → effects → master → output.
public struct RackGraph: Hashable, Sendable {
    /// A track of a piece, or the selector of a rule.
    public struct Source: Hashable, Sendable {
        /// Its name in the graph: `track:2`, or the selector.
        public var id: String
        /// Its name for people: `track 2 "Bass"`.
        public var label: String
        /// The pattern of live sources by name; `nil` for any other source.
        public var name: String?
        /// The live sources that have such a name now; `nil` if that is not known.
        public var present: [String]?
    }

    /// Channels of a source that reach a rule.
    public struct Link: Hashable, Sendable {
        /// The source, an index.
        public var source: Int
        /// The channels as people write them: `1-4,10`, `2/10` with a port; empty for all.
        public var channels: String
        /// The rule, an index into the graph's rules.
        public var rule: Int
    }

    /// A rule, or what happens where no rule matches.
    public struct Rule: Hashable, Sendable {
        /// Its number, from 1; `nil` for what no rule matches, once for each sampler of that.
        public var number: Int?
        /// Its name in the graph.
        public var id: String
        /// The selector.
        public var selector: String
        /// The limits of keys, velocities and kinds, and the changes of messages.
        public var limits: [String]
        /// The destinations; none where it drops what it matches.
        public var destinations: [Destination]

        /// Whether it gives what it matches a preset.
        var hasPreset: Bool {
            destinations.contains { $0.changes.contains { $0.hasPrefix("preset ") } }
        }

        /// Its name for people.
        public var label: String { number.map { "rule \($0)" } ?? "no rule" }
    }

    /// A sampler that a rule leads to.
    public struct Destination: Hashable, Sendable {
        /// The sampler, an index.
        public var sampler: Int
        /// The changes on the route: `channel 1`, `preset 0:33`.
        public var changes: [String]
    }

    /// The inserts of the master, of further outputs and of effects buses.
    public internal(set) var inserts = OutputInserts()
    /// The changes of what no rule matches.
    var restLimits: [String] = []

    /// A sampler and its strip, or a MIDI output.
    public struct Sampler: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// Whether it is a MIDI output, which has no fonts, strips and effects.
        public var isMIDIOutput = false
        /// Its fonts, in the order of their priority.
        public var fonts: [SoundFontReference]
        /// The engine whose voices play its notes.
        public var engine: SynthesisEngine
        /// Its tuning and those of its channels, in words; empty for the default one.
        public var tunings: [String]
        /// The channels that the piece plays, bit n for channel n (0 … 15); `nil` without a piece.
        public var channels: UInt16?
        /// Its strip.
        public var strip: StripSettings
        /// The strips of single channels (0 … 15).
        public var channelStrips: [UInt8: StripSettings]
        /// The effects bus, an index.
        public var bus: Int
        /// The pairs of output channels that it is heard on.
        public var output = OutputPairs.main

        /// Its strips: those of single channels after its own, to which they lead.
        public var strips: [Strip] {
            guard !isMIDIOutput else { return [] }
            let channels = channelStrips.sorted { $0.key < $1.key }.map { channel, settings in
                Strip(
                    name: RackSettings.Sampler.stripName(name, channel: channel),
                    channel: channel,
                    settings: settings
                )
            }
            return [Strip(name: name, channel: nil, settings: strip)] + channels
        }
    }

    /// A clip and its strip.
    public struct Clip: Hashable, Sendable {
        /// Its settings.
        public var settings: ClipSettings
        /// The pairs of output channels that it is heard on.
        public var output = OutputPairs.main
        /// Whether its strip is that of a sampler, or of a clip before it.
        public var sharesStrip: Bool

        /// The position at which it begins, in words.
        public var start: String {
            settings.start == .ticks(0) ? "the beginning" : settings.start.description
        }

        /// The settings that differ from those of a whole file, in words.
        public var details: [String] { settings.words }
    }

    /// A strip.
    public struct Strip: Hashable, Sendable {
        /// Its name: that of the sampler, or `sampler/10` for that of a channel.
        public var name: String
        /// The channel, 0 … 15; `nil` for the strip of a sampler.
        public var channel: UInt8?
        /// Its settings in the mixer.
        public var settings: StripSettings
    }

    /// An effects bus.
    public struct Bus: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// Its effects, in words.
        public var effects: [String]
        /// The pair of output channels that they are heard on.
        public var output = OutputPair.main
    }

    /// The sources.
    public internal(set) var sources: [Source] = []
    /// The links from the sources to the rules.
    public internal(set) var links: [Link] = []
    /// The rules in their order; behind them what no rule matches.
    public internal(set) var rules: [Rule] = []
    /// The samplers.
    public internal(set) var samplers: [Sampler] = []
    /// The clips.
    public internal(set) var clips: [Clip] = []
    /// The effects buses.
    public internal(set) var buses: [Bus] = []
    /// Likely mistakes, in words.
    public internal(set) var findings: [String] = []

    /// Adds the clips that play beside a piece.
    ///
    /// - Parameters:
    ///   - settings: The clips of a file of music, besides those of the rack.
    ///   - rack: The rack.
    public mutating func addClips(_ settings: [ClipSettings] = [], with rack: RackSettings) {
        let outputs = rack.assignments.strips
        for clip in rack.clips + settings {
            let name = clip.stripName
            let sharesStrip =
                samplers.contains { $0.name == name }
                || clips.contains { $0.settings.stripName == name }
            clips.append(
                Clip(settings: clip, output: outputs[name] ?? .main, sharesStrip: sharesStrip)
            )
        }
    }

    /// Adds the live sources that have a name of a rule now.
    ///
    /// - Parameter present: Finds the sources that a pattern means.
    public mutating func addPresent(_ present: (String) -> [String]) {
        for index in sources.indices { sources[index].present = sources[index].name.map(present) }
    }
}
