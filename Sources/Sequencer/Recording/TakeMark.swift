/// The position of playback at a time of a take.
public struct TakeMark: Hashable, Sendable {
    /// The state of playback from then on.
    public enum State: Hashable, Sendable {
        /// Playback begins at a position, also after a jump; a loop that begins again, or a jump
        /// back, begins another pass.
        case started(position: Int64, pass: Int)
        /// Playback reached a position.
        case running(position: Int64)
        /// Nothing plays.
        case stopped
    }

    /// The time, in nanoseconds of the take.
    public var time: Int64
    /// The state; positions are nanoseconds of the sequence at its own tempo.
    public var state: State

    /// Makes a mark.
    public init(time: Int64, state: State) {
        self.time = time
        self.state = state
    }

    /// The mark as words, as a journal has it.
    var text: String {
        switch state {
        case .started(let position, let pass): "mark \(time) started \(position) \(pass)"
        case .running(let position): "mark \(time) running \(position)"
        case .stopped: "mark \(time) stopped"
        }
    }

    /// Reads the words; `nil` if they are not a mark.
    init?(text: String) {
        let words = text.split(separator: " ")
        guard words.count >= 3, words[0] == "mark", let time = Int64(words[1]) else { return nil }
        let numbers = words.dropFirst(3).compactMap { Int64($0) }
        self.time = time
        switch (words[2], numbers.count) {
        case ("started", 2): state = .started(position: numbers[0], pass: Int(numbers[1]))
        case ("running", 1): state = .running(position: numbers[0])
        case ("stopped", 0): state = .stopped
        default: return nil
        }
    }
}
