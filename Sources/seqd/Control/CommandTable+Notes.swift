import NIOCore
import SamplerHost

extension CommandTable {
    private static let channel = Parameter("channel", .channel, "channel of a live input")

    static let notes = [
        Command(
            name: "program",
            parameters: [
                channel, Parameter("preset", .preset, "a preset, as listed by `presets`"),
            ],
            summary: "Select the preset of a live input's channel",
            discussion: """
                If the SoundFonts lack the preset, the same program of bank 0 plays instead, \
                else the first program of its family of eight, else 0:0; for a drum kit, 128:0. \
                The answer then has a `warning`.
                """,
            results: [
                Command.Result("warning", "the substitute, if the preset is missing")
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
                Parameter("velocity", .integer(0...127), "0 releases the note"),
                Parameter(
                    "seconds",
                    .number(0.001...3_600, unit: "s"),
                    .optional,
                    "duration; default: until velocity 0 or `panic`"
                ),
            ],
            summary: "Play a note",
            discussion: "The answer does not wait for the end of the note.",
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
            summary: "Send a control change"
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
                Parameter("bytes", .bytes, .repeated, "one or more complete MIDI messages"),
                Parameter(
                    "input",
                    .integer(1...16),
                    .option,
                    "the live input; default 1",
                    placeholder: "N"
                ),
            ],
            summary: "Send MIDI messages to a live input",
            discussion: "Blanks between bytes are ignored: `midi 90 3C 64` equals `midi 903C64`.",
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
            summary: "Silence all notes at once",
            discussion: "This includes the notes of the file, which continues with its next note."
        ) { call throws(RequestFailure) in
            call.transport.panic()
            return .done
        },
    ]
}
