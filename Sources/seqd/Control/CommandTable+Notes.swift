import NIOCore
import SamplerHost

extension CommandTable {
    private static let channel = Parameter("channel", .channel, "of the live inputs")

    static let notes = [
        Command(
            name: "program",
            parameters: [
                channel, Parameter("preset", .preset, "the sound, as `presets` lists it"),
            ],
            summary: "Choose the sound of a channel of the live inputs",
            discussion: """
                Where the SoundFonts lack the preset, the same program of bank 0 sounds instead, else the \
                first program of its family of eight, else 0:0; for a drum kit 128:0. The answer then has a \
                `warning` that says so.
                """,
            results: [
                Command.Result("warning", "what sounds instead, where the preset is missing")
            ]
        ) { call throws(RequestFailure) in
            let channel = try call.arguments.channel("channel")
            let preset = try call.arguments.preset("preset")
            let substitution = try Command.attempt { () throws(CommandFailure) in
                try call.transport.program(
                    input: channel.input,
                    channel: channel.channel,
                    bank: preset.bank,
                    program: preset.program
                )
            }
            var answer = Answer()
            answer.set("warning", substitution?.description)
            return .now(answer)
        },
        Command(
            name: "note",
            parameters: [
                channel, Parameter("key", .integer(0...127), "60 is middle C"),
                Parameter("velocity", .integer(0...127), "0 lets the key go"),
                Parameter(
                    "seconds",
                    .number(0.001...3_600, unit: "s"),
                    .optional,
                    "how long; without it until velocity 0 or `panic`"
                ),
            ],
            summary: "Play a note",
            discussion: "The answer does not wait for the note's end.",
            results: [.warning]
        ) { call throws(RequestFailure) in
            let channel = try call.arguments.channel("channel")
            let key = try call.arguments.integer("key")
            let velocity = try call.arguments.integer("velocity")
            let seconds = try call.arguments.optionalNumber("seconds")
            try Command.attempt { () throws(CommandFailure) in
                try call.transport.note(
                    input: channel.input,
                    channel: channel.channel,
                    key: UInt8(clamping: key),
                    velocity: UInt8(clamping: velocity),
                    seconds: seconds
                )
            }
            return .now(Answer(warning: velocity > 0 ? call.transport.deviceLoss : nil))
        },
        Command(
            name: "cc",
            parameters: [
                channel, Parameter("number", .integer(0...127), "64 is the sustain pedal"),
                Parameter("value", .integer(0...127), "the controller's value"),
            ],
            summary: "Move a controller"
        ) { call throws(RequestFailure) in
            let channel = try call.arguments.channel("channel")
            let number = try call.arguments.integer("number")
            let value = try call.arguments.integer("value")
            try Command.attempt { () throws(CommandFailure) in
                try call.transport.controller(
                    input: channel.input,
                    channel: channel.channel,
                    number: UInt8(clamping: number),
                    value: UInt8(clamping: value)
                )
            }
            return .done
        },
        Command(
            name: "midi",
            parameters: [
                Parameter("bytes", .bytes, .repeated, "whole messages, one after the other"),
                Parameter(
                    "input",
                    .integer(1...16),
                    .option,
                    "the live input; 1 if not said",
                    placeholder: "N"
                ),
            ],
            summary: "Send MIDI messages to a live input",
            discussion: "Blanks between bytes do not matter: `midi 90 3C 64` is `midi 903C64`.",
            results: [.warning]
        ) { call throws(RequestFailure) in
            let bytes = call.arguments.bytes("bytes")
            let input = try call.arguments.optionalInteger("input") ?? 1
            try Command.attempt { () throws(CommandFailure) in
                try call.transport.midi(input: input - 1, bytes: bytes)
            }
            return .now(Answer(warning: call.transport.deviceLoss))
        },
        Command(
            name: "panic",
            summary: "End all notes at once",
            discussion: "Those of the file too; it goes on with its next note."
        ) { call throws(RequestFailure) in
            call.transport.panic()
            return .done
        },
    ]
}
