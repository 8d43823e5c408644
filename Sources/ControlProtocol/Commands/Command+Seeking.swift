public import Sequencer

/// The commands that move the position.
extension Command {
    /// Goes to a position in the file.
    public struct Seek: GroupedCommand {
        /// The position, or the distance from that of playback.
        public var target: SeekTarget

        /// Makes the command for a position.
        public init(_ position: Position) { target = .position(position) }

        /// Makes the command for a distance from the playback position.
        public init(by offset: PositionOffset) { target = .offset(offset) }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Seek(.ticks(0)),
            .transport,
            .near,
            arguments: [.required("position", .seekTarget, \.target, "the new position", .rest)],
            summary: "Go to a position in the file",
            discussion: """
                An offset counts from the playback position, and leads to the start or the end \
                of the file at most. With bars, the beat stays the same. \
                Channel state is chased: it becomes what playing the file up to there would \
                give. In JSON, a number is seconds. Times are given at speed 1, and at the tempo \
                set with `tempo`.
                """
        )
    }

    /// Moves the position by hand, with sound.
    public struct Scrub: ControlCommand {
        /// The position, or the distance from that of playback.
        public var target: SeekTarget

        /// Makes the command for a position.
        public init(to position: Position) { target = .position(position) }

        /// Makes the command for a distance from the playback position.
        public init(by offset: PositionOffset) { target = .offset(offset) }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Scrub(to: .ticks(0)),
            .transport,
            arguments: [.required("position", .seekTarget, \.target, "the new position", .rest)],
            summary: "Move the position by hand, with sound",
            discussion: """
                Playback pauses. The notes that begin between the old position and the new one are \
                heard shortened, and clips as on a tape, backwards too; of a passage longer than 0.6 \
                seconds, only the end is heard. The sound ends where the position rests. A jog wheel \
                gives it by `map`: `map cc 60 "scrub {}s" mode=wheel`.
                """
        )
    }

    /// Goes to a position in the lyrics.
    public struct SeekLyric: ControlCommand {
        /// The lyrics to find.
        public var text: String

        /// Makes the command.
        public init(_ text: String) { self.text = text }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            SeekLyric(""),
            .transport,
            .near,
            arguments: [.required("text", .text, \.text, "the lyrics to find", .rest)],
            summary: "Go to a position in the lyrics",
            discussion: """
                The search starts at the current position and wraps around at the end. Case and \
                the division into syllables do not matter.
                """
        )
    }
}
