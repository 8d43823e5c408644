import Racks
import Wording

/// The commands for the mixer's strips and effects.
extension CommandTable {
    static let mixer = [
        Command(
            .strips,
            .observer,
            isReadOnly: true,
            summary: "List the mixer's strips, with their levels",
            discussion: """
                Each sampler has a strip: `sampler` and, for further ports of a file, `sampler \
                2` and so on; those of a rack by their names; `live`, `live 2` … for live \
                inputs; and `metronome`. A strip of a removed rack remains if a client has set \
                it. The peak is that of the last period, after gain and pan.
                """,
            results: StripEntry.list.results()
        ),
        Command(
            .strip,
            .transport,
            .exact,
            parameters: [Parameter("name", .text, "name of the strip; quote blanks")]
                + StripParameter.all.map(Parameter.init),
            summary: "Set a strip of the mixer",
            discussion: """
                Omitted settings are unchanged. A change is ramped over 6 ms, to avoid clicks. The \
                settings of a strip also apply to the files that follow. The strip `master` is \
                the whole mix: it has only `gain`, the same as the command `gain`, and `mute`.
                """
        ),
        Command(
            .effects,
            .observer,
            isReadOnly: true,
            summary: "List the effects of all buses",
            discussion: "MIDI messages may have changed them since they were set.",
            results: EffectsBusEntry.list.results()
        ),
        Command(
            .effect,
            .transport,
            .exact,
            parameters: [
                Parameter("bus", .text, .optional, "effects bus of the rack; default `main`"),
                option("reverb", .text, "as `--reverb`: `room`, `off`, `large-hall,level=0.5`"),
                option("chorus", .text, "as `--chorus`: `off`, `chorus-3`"),
            ],
            summary: "Set the effects of a bus",
            discussion: """
                An omitted effect is unchanged. Changes that MIDI messages have made are undone.
                """
        ),
    ]

    private static func option(
        _ name: String,
        _ type: ArgumentType,
        _ help: String,
        _ placeholder: String? = nil
    ) -> Parameter {
        Parameter(name, type, .option, help, placeholder: placeholder)
    }
}

extension Parameter {
    /// The option of `strip` for a parameter of strips.
    fileprivate init(_ parameter: StripParameter) {
        let (type, placeholder): (ArgumentType, String?) =
            switch parameter.kind {
            case .level: (.level, nil)
            case .number(let range, let unit):
                (.number(range, unit), (unit == .none ? parameter.name : unit.text).uppercased())
            case .integer(let range, let unit): (.integer(range), unit.text.uppercased())
            case .flag: (.flag, nil)
            }
        self.init(parameter.name, type, .option, parameter.help, placeholder: placeholder)
    }
}
