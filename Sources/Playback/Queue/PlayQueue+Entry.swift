extension PlayQueue {
    /// A piece in the queue.
    public struct Entry: Hashable, Sendable {
        /// The number, from 1, which no other entry of the queue ever gets.
        public let number: Int
        /// The file.
        public let path: String
        /// The pattern of a file of format 2, from 1; `nil` for other files.
        public let pattern: Int?
        /// The duration.
        public internal(set) var length: PieceLength
        /// The settings with which the file is read and played, each time it is loaded.
        public let settings: PlaySettings
        /// The priority in random order, 0 … 255; 0 again once it plays.
        public internal(set) var priority: Int

        /// Makes an entry.
        public init(
            number: Int,
            path: String,
            pattern: Int? = nil,
            length: PieceLength,
            settings: PlaySettings = PlaySettings(),
            priority: Int = 0
        ) {
            self.number = number
            self.path = path
            self.pattern = pattern
            self.length = length
            self.settings = settings
            self.priority = priority
        }
    }
}
