public import SMF
public import Sequencer

/// The commands for recording what comes in on the live inputs.
extension Command {
    /// Records what is played on the live inputs.
    public struct Record: ControlCommand {
        /// The absolute path of the MIDI file.
        public var target: String
        /// The live input, from 0; `nil` for all.
        public var input: Int?
        /// The tempo, if nothing plays; `nil` for 120.
        public var tempo: Tempo?
        /// The meter, if nothing plays; `nil` for 4/4.
        public var meter: TimeSignature?
        /// The first position that is recorded; `nil` for all.
        public var start: Position?
        /// The position up to which is recorded; `nil` for the end.
        public var end: Position?
        /// The tracks.
        public var tracks: RecordingTracks = RecordingTracks()

        /// Makes the command with the usual settings.
        public init(_ target: String) { self.target = target }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Record(""),
            .admin,
            arguments: [
                .required("target", .path, \.target, "the MIDI file, in a folder that exists"),
                .option(
                    "input",
                    .input,
                    \.input,
                    "the live input to record; default: all",
                    placeholder: "INPUT"
                ),
                .option(
                    "tempo",
                    .tempo,
                    \.tempo,
                    "quarter notes per minute, if nothing plays; default 120",
                    placeholder: "BPM"
                ),
                .option("meter", .meter, \.meter, "meter, if nothing plays; default `4/4`"),
                .option(
                    "from",
                    .position,
                    \.start,
                    "first position that is recorded; default: all of them"
                ),
                .option(
                    "to",
                    .position,
                    \.end,
                    "position up to which is recorded; default: the end"
                ),
            ] + RecordingTracks.arguments.map { $0.moved(to: \.tracks) },
            summary: "Record what is played on the live inputs to a MIDI file",
            discussion: """
                While a file plays or is paused, the recording has its tempo and meter, and each \
                message has the position that was audible when it arrived. Messages that arrive \
                during a pause are left out, and each pass of a loop becomes a track. The \
                recording ends with the file. Otherwise the first note is the beginning of bar \
                1, and the recording runs until `record-stop`. It is written continuously to a \
                file whose name ends in `.part`, which is a MIDI file too. A crash loses less \
                than a second, and the next start of the daemon completes the file.
                """
        )
    }

    /// Ends the recording, and writes its file.
    public struct RecordStop: ControlCommand {
        /// The answer.
        public typealias Answer = RecordingSummary

        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            RecordStop(),
            .admin,
            summary: "End the recording, and write its file",
            discussion: "Held notes and pedals end there.",
            answer: .record(without: "bpm")
        )
    }

    /// Writes what was just played on the live inputs to a file.
    public struct Capture: ControlCommand {
        /// The answer.
        public typealias Answer = RecordingSummary

        /// The absolute path of the MIDI file.
        public var target: String
        /// The time before the last message, in nanoseconds; `nil` for all that is stored.
        public var last: Int64?
        /// The tracks.
        public var tracks: RecordingTracks = RecordingTracks()

        /// Makes the command with the usual settings.
        public init(_ target: String) { self.target = target }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Capture(""),
            .admin,
            arguments: [
                .required("target", .path, \.target, "the MIDI file, in a folder that exists"),
                .option(
                    "last",
                    .duration,
                    \.last,
                    "time before the last message that came in; default: all that was kept"
                ),
            ] + RecordingTracks.arguments.map { $0.moved(to: \.tracks) },
            summary: "Write what was just played on the live inputs to a MIDI file",
            discussion: """
                Everything from MIDI sources is kept for a while (the daemon's option \
                `--capture`, by default an hour), across restarts too. Tempo, meter and bars are \
                those of the file that plays. If nothing plays, the tempo is guessed from the \
                times between the notes, and the first note is the beginning of bar 1.
                """,
            answer: .record
        )
    }
}
