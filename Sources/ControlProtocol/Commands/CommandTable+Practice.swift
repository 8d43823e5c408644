import Sequencer

/// The commands for practice.
extension CommandTable {
    static let practice = [
        Command(
            .practice,
            .transport,
            parameters: [
                Parameter(
                    "practice",
                    .selectorsOrOff,
                    .repeated,
                    "the parts that you play, or `off`"
                ).formerly("parts"),
                Parameter(
                    "tolerance",
                    .integer(PracticeSettings.tolerances),
                    .option,
                    "the time by which a key may be early, and within which the keys of a chord are "
                        + "pressed, in ms; default 250",
                    placeholder: "MS"
                ),
                Parameter(
                    "heard",
                    .flag,
                    .option,
                    "whether the notes of the parts are played as the file has them; default `off`"
                ),
            ],
            summary: "Wait for the keys of some parts before each of their notes",
            discussion: """
                The parts are silent, and playback stops before each of their notes or chords \
                until its keys have been pressed on a live input. Sounding notes continue \
                meanwhile. If the keys are pressed in time, nothing stops. Wrong keys are \
                counted. A key counts as long as it is held, and for the tolerance after its \
                press. It applies to the files that follow too, which then begin with a short \
                gap; one that lacks the parts plays as usual, and an event `error` says so. The \
                event `practice` lists the keys that playback waits for. Practice cannot be used \
                while a source is followed, and `follow` ends it.
                """
        ),
        Command(
            .ramp,
            .transport,
            parameters: [
                Parameter(
                    "ramp",
                    .ramp,
                    "the first speed, the last one, and the number of repetitions"
                )
            ],
            summary: "Change the speed from one repetition of the loop to the next",
            discussion: """
                The first speed applies at once, and the last one from the last repetition. \
                The speed changes at the end of each pass of `loop`. `speed`, `follow` and `off` \
                end the ramp; `off` keeps the speed.
                """
        ),
    ]
}
