public import Racks
public import Sequencer
import Wording

/// The commands for the mixer's strips and effects.
extension Command {
    /// Lists the strips, with their levels.
    public struct Strips: ControlCommand {
        /// The answer.
        public typealias Answer = [StripEntry]

        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Strips(),
            .observer,
            isReadOnly: true,
            summary: "List the mixer's strips, with their levels",
            discussion: """
                Each sampler has a strip: `sampler` and, for further ports of a file, `sampler \
                2` and so on; those of a rack by their names; `live`, `live 2` … for live \
                inputs; and `metronome`. A strip of a removed rack remains if a client has set \
                it. The peak is that of the last period, after gain and pan.
                """,
            answer: .list(StripEntry.list)
        )
    }

    /// Sets a strip.
    public struct Strip: GroupedCommand {
        /// The name of the strip; `master` for the whole mix.
        public var strip: String
        /// The settings that change.
        public var change: StripChange
        /// The time that the change takes; `nil` for the shortest without a click.
        public var length: PositionOffset?

        /// Makes the command.
        public init(_ strip: String, _ change: StripChange, over length: PositionOffset? = nil) {
            (self.strip, self.change, self.length) = (strip, change, length)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Strip("", [:]),
            .transport,
            .exact,
            arguments: [.required("name", .text, \.strip, "name of the strip; quote blanks")]
                + StripParameter.all.map(CommandArgument.init) + [
                    .option("over", .moveLength, \.length, overHelp)
                ],
            summary: "Set a strip of the mixer",
            discussion: """
                Omitted settings are unchanged. A change is ramped over 6 ms, to avoid clicks; \
                inserts fade or move over 1,024 frames. The settings of a strip also apply to the files \
                that follow. The strip `master` is the whole mix: it has only `gain` (the same as \
                the command `gain`), `mute` and `inserts`, which act on the first output pair; \
                further pairs (`output:3-4`) and effects buses (`effects:main`) have `inserts` \
                alone. With `over` the gains, the pan, the tuning and the parameters of inserts of the \
                same kinds move evenly over that time, gains like a fader that is moved by hand: \
                halfway to `-inf` they are at -18 dB. Other settings of the strip can change in the \
                meantime; a setting that moves already starts from where it is. Bars and beats are \
                those of the loaded file; a move ends with the file at the latest.
                """
        ) { command throws(RequestError) in
            guard !command.change.isEmpty else {
                throw nothing(toChangeOf: "name", command.strip, Strip.details)
            }
            if command.length != nil, !command.change.keys.contains(where: \.isGradual) {
                let names = StripParameter.all.filter(\.isGradual).map(\.name)
                throw .arguments("over: needs one of \(names.joined(separator: ", "))")
            }
            return command
        }
    }

    static let overHelp = "time that it takes"

    /// Lists the effects of all buses.
    public struct Effects: ControlCommand {
        /// The answer.
        public typealias Answer = [EffectsBusEntry]

        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Effects(),
            .observer,
            isReadOnly: true,
            summary: "List the effects of all buses",
            discussion: "MIDI messages may have changed them since they were set.",
            answer: .list(EffectsBusEntry.list)
        )
    }

    /// Sets the effects of a bus.
    public struct Effect: GroupedCommand {
        /// The bus; `nil` for `main`.
        public var bus: String?
        /// The reverb, as `--reverb` has it; `nil` to leave it.
        public var reverb: String?
        /// The chorus, as `--chorus` has it; `nil` to leave it.
        public var chorus: String?
        /// The time that the change takes; `nil` for at once.
        public var length: PositionOffset?

        /// Makes the command.
        public init(
            bus: String? = nil,
            reverb: String? = nil,
            chorus: String? = nil,
            over length: PositionOffset? = nil
        ) {
            (self.bus, self.reverb, self.chorus, self.length) = (bus, reverb, chorus, length)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Effect(),
            .transport,
            .exact,
            arguments: [
                .option("bus", .text, \.bus, "effects bus of the rack; default `main`", .optional),
                .option(
                    "reverb",
                    .text,
                    \.reverb,
                    "as `--reverb`: `room`, `off`, `large-hall,level=0.5`"
                ),
                .option("chorus", .text, \.chorus, "as `--chorus`: `off`, `chorus-3`"),
                .option("over", .moveLength, \.length, overHelp),
            ],
            summary: "Set the effects of a bus",
            discussion: """
                An omitted effect is unchanged. Changes that MIDI messages have made are undone. With \
                `over` the parameters move evenly, in steps of 10 ms, and an effect that is switched \
                on or off fades; another `type` changes at once.
                """
        ) { command throws(RequestError) in
            guard command.reverb != nil || command.chorus != nil else {
                throw nothing(toChangeOf: "bus", command.bus, Effect.details)
            }
            return command
        }
    }

    /// The error of a command without any option.
    private static func nothing(
        toChangeOf parameter: String,
        _ value: String?,
        _ command: CommandDetails
    ) -> RequestError {
        let subject = value.map { "\(parameter): \(RequestError.quoted($0)): " } ?? ""
        return .arguments("\(subject)nothing to change; usage: \(command.usage)")
    }
}

extension CommandArgument<Command.Strip> {
    /// The option for a parameter of strips.
    fileprivate init(_ parameter: StripParameter) {
        func option<Value>(
            _ kind: ArgumentKind<Value>,
            _ placeholder: String? = nil,
            _ make: @escaping @Sendable (Value) -> StripParameter.Value,
            _ read: @escaping @Sendable (StripParameter.Value) -> Value?
        ) -> CommandArgument {
            CommandArgument(
                parameter.name,
                kind,
                .option,
                parameter.help,
                placeholder: placeholder?.uppercased()
            ) {
                $0.change[parameter] = make($1[0])
            } values: {
                $0.change[parameter].flatMap(read).map { [$0] } ?? []
            }
        }
        let number: @Sendable (StripParameter.Value) -> Double? = {
            if case .number(let number) = $0 { number } else { nil }
        }
        self =
            switch parameter.kind {
            case .level: option(.level, nil, { .number($0) }, number)
            case .number(let range, let unit):
                option(
                    .number(range, unit),
                    unit == .none ? parameter.name : unit.text,
                    { .number($0) },
                    number
                )
            case .integer(let range, let unit):
                option(.integer(range), unit.text, { .integer($0) }) {
                    if case .integer(let number) = $0 { number } else { nil }
                }
            case .inserts:
                option(.inserts, parameter.name, { .inserts($0) }) {
                    if case .inserts(let inserts) = $0 { inserts } else { nil }
                }
            case .flag:
                option(.flag, nil, { .flag($0) }) {
                    if case .flag(let isOn) = $0 { isOn } else { nil }
                }
            }
    }
}
