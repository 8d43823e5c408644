import MIDI

/// Notes of the musician's part that begin together: they are to be played before the music
/// continues.
public struct PracticeStep: Hashable, Sendable {
    /// The tick of the first of them, at which the music waits.
    public var tick: Int64
    /// The nominal frame of that tick.
    public var frame: Int64
    /// The keys, from low to high, each once.
    public var keys: [UInt8]

    /// Makes a step.
    public init(tick: Int64, frame: Int64, keys: [UInt8]) {
        self.tick = tick
        self.frame = frame
        self.keys = keys
    }

    /// The names of keys, with blanks between them: `C4 E4 G4`.
    public static func text(_ keys: [UInt8]) -> String {
        keys.map(NoteName.text).joined(separator: " ")
    }
}
