public import SamplerHost
import Tuning
import Wording

extension RouteArgument {
    /// The options of a route.
    public struct Options: Hashable, Sendable {
        /// The name of the new sampler; `nil` for its font's.
        public var name: String?
        /// The strips of the new samplers.
        public var strip = StripSettings()
        /// The tuning of the new samplers.
        public var tuning = TuningSettings()
        /// The keys that are routed.
        public var keys: ClosedRange<UInt8> = 0...127
        /// The velocities that are routed.
        public var velocities: ClosedRange<UInt8> = 1...127
        /// The kinds of messages that pass.
        public var kinds = MessageKinds.all
        /// The changes of messages.
        public var changes: [ControllerChange] = []
        /// The channel (0 … 15) that all events go to; `nil` for the one that they have.
        public var channel: UInt8?
        /// The transposition of notes in semitones.
        public var transpose = 0
        /// The velocity curve.
        public var velocity = VelocityCurve.linear
        /// Whether the destinations play drums; `nil` for their default.
        public var isDrums: Bool?
        /// The engine of each new sampler; `nil` for that of the others.
        public var engine: SynthesisEngine?
        /// The voices of each new sampler; `nil` for those of the others.
        public var polyphony: Int?
        /// The pair of output channels of the new samplers; `nil` for 1-2.
        public var output: OutputPairs?
        /// The names of the options that were given.
        private(set) var given: [String] = []

        /// No options.
        init() {}

        /// The options of a new sampler's strip; a route's own transposition is that of its notes.
        fileprivate static let ofStrips: [StripParameter] = [.gain, .pan, .reverb, .chorus, .tune]

        /// The options that belong to a new sampler.
        static let ofSamplers =
            ["name"] + ofStrips.map(\.name)
            + ["tuning", "mapping", "a4", "engine", "polyphony", "output"]

        /// The options that choose the events, whatever becomes of them.
        static let ofRules = ["keys", "velocities", "kinds"]

        /// The names of all options.
        static let names =
            ofSamplers + [
                "channel", "transpose", "keys", "velocities", "velocity", "kinds", "changes",
                "drums",
            ]
    }
}

extension RouteArgument.Options {
    /// Reads `key=value`, or a key alone.
    ///
    /// - Parameter part: The text.
    /// - Throws: The option, and what was expected.
    mutating func read(_ part: RouteText) throws(RoutingSyntaxError) {
        let equals = part.index(of: "=")
        let key = part[..<(equals ?? part.count)].plain
        let value = equals.map { part[($0 + 1)...].plain }
        guard Self.names.contains(key) else {
            let near = Suggestion.nearest(to: key, among: Self.names)
            throw RoutingSyntaxError(
                "unknown option \"\(key)\"; "
                    + (near.map { "did you mean \($0)?" }
                        ?? "the options are: \(Self.names.joined(separator: ", "))")
            )
        }
        guard !given.contains(key) else { throw RoutingSyntaxError("\(key): given more than once") }
        given.append(key)
        guard let value = value ?? (key == "drums" ? "yes" : nil), !value.isEmpty else {
            throw RoutingSyntaxError("\(key): expected \(key)=VALUE")
        }
        do throws(RoutingSyntaxError) {
            try set(key, value)
        } catch {
            throw RoutingSyntaxError("\(key): \(error.description)")
        }
    }

    private mutating func set(_ key: String, _ value: String) throws(RoutingSyntaxError) {
        if let parameter = Self.ofStrips.first(where: { $0.name == key }) {
            strip[parameter] = try parameter.value(value)
            return
        }
        switch key {
        case "name": name = value
        case "tuning": tuning.scale = value
        case "mapping": tuning.mapping = value
        case "a4":
            tuning.a4 = try Self.number(value, ConcertPitch.range, .hertz, TuningSettings.a4Words)
        case "engine":
            guard let named = SynthesisEngine(rawValue: value) else {
                let names = SynthesisEngine.allCases.map(\.rawValue).joined(separator: ", ")
                throw RoutingSyntaxError("expected one of \(names), not \"\(value)\"")
            }
            engine = named
        case "polyphony":
            polyphony = try Self.whole(
                value,
                SamplerSettings.polyphonies,
                .count(of: "voices"),
                "1 to 65535 voices"
            )
        case "output": output = try OutputPairs(parsing: value)
        case "channel": channel = UInt8(try Self.whole(value, 1...16, .none, "1 to 16")) - 1
        case "transpose":
            transpose = try Self.whole(value, -127...127, .semitones, "-127 to 127 semitones")
        case "keys": keys = try KeyRange.parse(value)
        case "velocities": velocities = try KeyRange.parse(velocities: value)
        case "velocity": velocity = try VelocityCurve(parsing: value)
        case "kinds": kinds = try Self.kinds(value)
        case "changes":
            changes = try ControllerChange.list(
                value.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
            )
        default:
            guard let isDrums = ["yes": true, "no": false][value] else {
                throw RoutingSyntaxError("expected yes or no, not \"\(value)\"")
            }
            self.isDrums = isDrums
        }
    }

    private static func kinds(_ value: String) throws(RoutingSyntaxError) -> MessageKinds {
        var kinds: MessageKinds = []
        for name in value.split(separator: "+", omittingEmptySubsequences: false) {
            guard let kind = MessageKinds.named.first(where: { $0.name == name }) else {
                let known = MessageKinds.named.map(\.name).joined(separator: ", ")
                throw RoutingSyntaxError("\"\(name)\": expected \(known), with + between them")
            }
            kinds.insert(kind.kind)
        }
        return kinds
    }

    private static func number(
        _ value: String,
        _ range: ClosedRange<Double>,
        _ unit: Unit,
        _ expected: String
    ) throws(RoutingSyntaxError) -> Double {
        guard let number = unit.number(value), range.contains(number) else {
            throw RoutingSyntaxError("expected \(expected), not \"\(value)\"")
        }
        return number
    }

    private static func whole(
        _ value: String,
        _ range: ClosedRange<Int>,
        _ unit: Unit,
        _ expected: String
    ) throws(RoutingSyntaxError) -> Int {
        let bounds = Double(range.lowerBound)...Double(range.upperBound)
        let number = try number(value, bounds, unit, expected)
        guard let whole = Int(exactly: number) else {
            throw RoutingSyntaxError("expected \(expected), not \"\(value)\"")
        }
        return whole
    }
}
