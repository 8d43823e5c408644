public import Sequencer
import Wording

/// The commands for the sound of what plays.
extension Command {
    /// Sets the output gain.
    public struct Gain: GroupedCommand {
        /// The gain in dB, −60 to 24.
        public var decibels: Double
        /// The time that the change takes; `nil` for 10 ms.
        public var length: PositionOffset?

        /// Makes the command.
        public init(decibels: Double, over length: PositionOffset? = nil) {
            (self.decibels, self.length) = (decibels, length)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Gain(decibels: 0),
            .transport,
            .exact,
            arguments: [
                .required("gain", .number(-60...24, .decibels), \.decibels, "0 is the default")
                    .formerly("decibels"),
                .option("over", .moveLength, \.length, overHelp),
            ],
            summary: "Set the output gain",
            discussion: "With `over` it moves evenly over that time, like a fader (see `strip`)."
        )
    }

    /// Sets the level that files are brought to.
    public struct Level: ControlCommand {
        /// The level; `nil` for that of each file.
        public var level: RenderLevel?

        /// Makes the command.
        public init(_ level: RenderLevel?) { self.level = level }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Level(nil),
            .transport,
            arguments: [
                .required("level", .renderLevelOrOff, \.level, "the level, or `off`")
            ],
            summary: "Set the level that files are brought to",
            discussion: """
                It applies to files that are loaded from now on. Each file is rendered once to \
                measure it (at most its first hour), and the result is stored. The gain, -60 to \
                24 dB, is applied before the strips, and `status` shows it as `level-gain`; `gain` \
                is added to it. The metronome and the live inputs stay as they are. It cannot be \
                used with `at` or in a group.
                """
        )
    }

    /// Mutes channels or tracks.
    public struct Mute: GroupedCommand {
        /// The channels and tracks.
        public var selectors: SelectorSet

        /// Makes the command.
        public init(_ selectors: SelectorSet) { self.selectors = selectors }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Mute(SelectorSet()),
            .transport,
            .exact,
            arguments: [.selectors("selectors", \.selectors, "parts to mute")],
            summary: "Mute channels or tracks",
            discussion: "They are added to the parts already muted."
        )
    }

    /// Unmutes channels or tracks.
    public struct Unmute: GroupedCommand {
        /// The channels and tracks.
        public var selectors: SelectorSet

        /// Makes the command.
        public init(_ selectors: SelectorSet) { self.selectors = selectors }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Unmute(SelectorSet()),
            .transport,
            .exact,
            arguments: [.selectors("selectors", \.selectors, "parts to unmute")],
            summary: "Unmute channels or tracks"
        )
    }

    /// Solos channels or tracks.
    public struct Solo: GroupedCommand {
        /// The channels and tracks; `nil` for no solo.
        public var selectors: SelectorSet?

        /// Makes the command.
        public init(_ selectors: SelectorSet?) { self.selectors = selectors }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Solo(nil),
            .transport,
            .exact,
            arguments: [.selectorsOrOff("selectors", \.selectors, "parts to solo, or `off`")],
            summary: "Solo channels or tracks",
            discussion: "It replaces the previous solo."
        )
    }

    /// Transposes all notes except drums.
    public struct Transpose: GroupedCommand {
        /// The distance in semitones, −48 to 48.
        public var semitones: Int

        /// Makes the command.
        public init(semitones: Int) { self.semitones = semitones }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Transpose(semitones: 0),
            .transport,
            .exact,
            arguments: [
                .required(
                    "transpose",
                    .integer(-48...48),
                    \.semitones,
                    "up or down; drums are unaffected"
                ).formerly("semitones")
            ],
            summary: "Transpose all notes except drums"
        )
    }
}
