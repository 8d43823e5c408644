import NIOCore
import SamplerHost
import Sequencer

extension CommandTable {
    static let sound = [
        Command(
            name: "gain",
            parameters: [Parameter("decibels", .number(-60...24, unit: "dB"), "0 is the usual")],
            summary: "Set the level"
        ) { call throws(RequestFailure) in
            call.transport.setGain(try call.arguments.number("decibels"))
            return .done
        },
        Command(
            name: "mute",
            parameters: [Parameter("selectors", .selectors, .repeated, "what is not heard")],
            summary: "Mute channels or tracks of what plays",
            discussion: "They are muted besides what is muted already."
        ) { call throws(RequestFailure) in
            let selectors = try call.selectors()
            try Command.attempt { () throws(CommandFailure) in try call.transport.mute(selectors) }
            return .done
        },
        Command(
            name: "unmute",
            parameters: [Parameter("selectors", .selectors, .repeated, "what is heard again")],
            summary: "Let muted channels or tracks be heard"
        ) { call throws(RequestFailure) in
            let selectors = try call.selectors()
            try Command.attempt { () throws(CommandFailure) in
                try call.transport.unmute(selectors)
            }
            return .done
        },
        Command(
            name: "solo",
            parameters: [
                Parameter("selectors", .selectorsOrOff, .repeated, "what alone is heard, or `off`")
            ],
            summary: "Let only these channels or tracks be heard",
            discussion: "It replaces what was solo before.",
            check: { arguments throws(RequestFailure) in _ = try arguments.selectors("selectors") }
        ) { call throws(RequestFailure) in
            let selectors = try call.arguments.selectors("selectors")
            try Command.attempt { () throws(CommandFailure) in try call.transport.solo(selectors) }
            return .done
        },
        Command(
            name: "transpose",
            parameters: [
                Parameter("semitones", .integer(-48...48), "how far; drums stay as they are")
            ],
            summary: "Move all keys up or down"
        ) { call throws(RequestFailure) in
            call.transport.transpose(try call.arguments.integer("semitones"))
            return .done
        },
        Command(
            name: "load-font",
            parameters: [
                Parameter("fonts", .font, .repeated, "the new SoundFonts, first priority first")
            ],
            summary: "Replace the SoundFonts while playing goes on",
            discussion: """
                The answer comes when the new ones sound; when one of them cannot be loaded, the old ones \
                stay. A path with blanks is quoted. Samples that cannot be played are named in warnings, \
                ten at most; the log has them too.
                """,
            results: [
                Command.Result(
                    words: "warning",
                    json: "warnings",
                    "a sample that cannot be played as it should, with its preset"
                )
            ]
        ) { call throws(RequestFailure) in
            .later(
                call.transport.loadFonts(call.arguments.fonts("fonts")).map { warnings in
                    var answer = Answer()
                    answer.set("warnings", warnings.map { (.string($0), $0) }, line: "warning")
                    return answer
                }
            )
        },
        Command(
            name: "presets",
            summary: "List the sounds of the SoundFonts",
            results: [
                Command.Result(
                    words: "preset",
                    json: "presets",
                    "each sound: `bank:program` and name; in JSON objects with `bank`, `program` "
                        + "and `name`"
                )
            ]
        ) { call throws(RequestFailure) in
            var answer = Answer()
            answer.set(
                "presets",
                call.transport.presets().map { preset in
                    var object = JSONObject()
                    object.set("bank", preset.bank)
                    object.set("program", preset.program)
                    object.set("name", preset.name)
                    return (.object(object), "\(preset.bank):\(preset.program) \(preset.name)")
                },
                line: "preset"
            )
            return .now(answer)
        },
    ]
}

extension Command.Call {
    /// The argument `selectors` of a command that knows no `off`.
    fileprivate func selectors() throws(RequestFailure) -> SelectorSet {
        try arguments.selectors("selectors") ?? SelectorSet()
    }
}
