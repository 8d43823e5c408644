import JSON
import NIOCore
import SamplerHost
import Sequencer

extension CommandTable {
    static let sound = [
        Command(
            name: "gain",
            parameters: [Parameter("decibels", .number(-60...24, unit: "dB"), "0 is the default")],
            summary: "Set the output gain"
        ) { call throws(RequestFailure) in
            call.transport.setGain(try call.arguments.number("decibels"))
            return .done
        },
        Command(
            name: "mute",
            parameters: [Parameter("selectors", .selectors, .repeated, "parts to mute")],
            summary: "Mute channels or tracks",
            discussion: "They are added to the parts already muted."
        ) { call throws(RequestFailure) in
            let selectors = try call.selectors()
            try Command.attempt { () throws(CommandFailure) in try call.transport.mute(selectors) }
            return .done
        },
        Command(
            name: "unmute",
            parameters: [Parameter("selectors", .selectors, .repeated, "parts to unmute")],
            summary: "Unmute channels or tracks"
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
                Parameter("selectors", .selectorsOrOff, .repeated, "parts to solo, or `off`")
            ],
            summary: "Solo channels or tracks",
            discussion: "It replaces the previous solo.",
            check: { arguments throws(RequestFailure) in _ = try arguments.selectors("selectors") }
        ) { call throws(RequestFailure) in
            let selectors = try call.arguments.selectors("selectors")
            try Command.attempt { () throws(CommandFailure) in try call.transport.solo(selectors) }
            return .done
        },
        Command(
            name: "transpose",
            parameters: [
                Parameter("semitones", .integer(-48...48), "up or down; drums are unaffected")
            ],
            summary: "Transpose all notes except drums"
        ) { call throws(RequestFailure) in
            call.transport.transpose(try call.arguments.integer("semitones"))
            return .done
        },
        Command(
            name: "load-font",
            parameters: [
                Parameter("fonts", .font, .repeated, "the new SoundFonts, highest priority first")
            ],
            summary: "Replace the SoundFonts during playback",
            discussion: """
                The answer comes when the new ones are in use. If one of them cannot be loaded, \
                the old ones stay. Quote a path that contains blanks. Warnings name samples that \
                cannot be played, ten at most; the log names them too.
                """,
            results: [
                Command.Result(
                    words: "warning",
                    json: "warnings",
                    "a sample that cannot be played correctly, with its preset"
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
            summary: "List the presets of the SoundFonts",
            results: [
                Command.Result(
                    words: "preset",
                    json: "presets",
                    "each preset: `bank:program` and name; in JSON, objects with `bank`, `program` "
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
