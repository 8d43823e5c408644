import Sequencer
import Wording

/// The commands that keep playback in step with other machines.
extension CommandTable {
    static let following = [
        Command(
            .follow,
            .transport,
            parameters: [
                Parameter(
                    "follow",
                    .choice(["off"] + SyncSettings.Source.allCases.map(\.rawValue)),
                    .required,
                    "MIDI clock, MIDI time code, or nothing",
                    placeholder: "clock|mtc|off"
                ).formerly("source"),
                Parameter(
                    "input",
                    .integer(1...16),
                    .option,
                    "the live input to listen to; default: all"
                ),
                Parameter(
                    "freewheel",
                    .number(SyncSettings.freewheelRange, .seconds),
                    .option,
                    "seconds that playback continues without messages; default 1",
                    placeholder: "SECONDS"
                ),
                Parameter(
                    "start",
                    .text,
                    .option,
                    "the time code at which the file begins; default `00:00:00`",
                    placeholder: "HH:MM:SS"
                ),
            ],
            summary: "Keep playback in step with MIDI clock or MIDI time code",
            discussion: """
                The source starts, stops and moves playback, and sets its speed. A difference \
                above 0.1 s is a jump, a smaller one is corrected by the speed. With `clock`, a \
                quarter note of the source is one of the file, whose own tempo is ignored. \
                `pause` and `stop` hold playback until the source is started or moved, or until \
                `continue`. At the end of a file, playback stops; `next` continues. While a \
                source is followed, `seek` and `speed` cannot be used; nor can `tempo` with \
                `clock`. Files with SMPTE division have no quarter notes and cannot follow a \
                clock. It is remembered across restarts.
                """
        )
    ]

}
