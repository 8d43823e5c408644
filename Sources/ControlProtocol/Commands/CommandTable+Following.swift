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
                    "for how long playback goes on without messages; default 1",
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
                quarter note of the source is one of the file, whose own tempo does not count. \
                `pause` and `stop` hold playback until the source is started or moved, or until \
                `continue`. At the end of a file, playback stops; `next` goes on. Meanwhile \
                `seek` and `speed`, and with `clock` `tempo`, are errors. Files with SMPTE \
                division have no quarter notes and cannot follow a clock. It is remembered \
                across restarts.
                """
        )
    ]

    /// The keys in the answer of `status` while a source is followed.
    static let followResults = [
        Command.Result(
            words: "follow-state",
            json: "followState",
            "the source's state: `waiting` (for the first message), `stopped`, `running`, "
                + "`freewheeling` (its messages have ceased) or `lost` (for longer than that); "
                + "this and the following only while a source is followed"
        ),
        Command.Result(
            words: "follow-offset",
            json: "followOffsetSeconds",
            "the time that the source is ahead of playback, in words in ms",
            .number
        ),
        Command.Result(
            words: "follow-jitter",
            json: "followJitterSeconds",
            "the standard deviation of the arrival of messages, in words in ms",
            .number
        ),
        Command.Result(
            words: "follow-correction",
            json: "followCorrectionPPM",
            "the correction of the speed, in ppm of the source's",
            .number
        ),
        Command.Result(
            words: "follow-dropouts",
            json: "followDropouts",
            "number of gaps in the messages",
            .integer
        ),
        Command.Result(
            words: "follow-jumps",
            json: "followJumps",
            "number of jumps to the source's position, starts included",
            .integer
        ),
        Command.Result(
            words: "follow-bpm",
            json: "followBPM",
            "the tempo of a clock in quarter notes per minute, if known",
            .number
        ),
        Command.Result(
            words: "follow-time-code",
            json: "followTimeCode",
            "the position of time code, if known"
        ),
    ]
}
