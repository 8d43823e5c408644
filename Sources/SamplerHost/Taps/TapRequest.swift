/// A tap to be made: the name of a strip, or `master`, and where it is written.
public struct TapRequest: Hashable, Sendable {
    /// The name.
    public var name: String
    /// Where it is written.
    public var destination: TapDestination

    /// Asks for a tap.
    public init(_ name: String, _ destination: TapDestination) {
        self.name = name
        self.destination = destination
    }
}

extension Tap {
    /// What there is to tell about frames that were lost; `nil` where none were.
    public func lossText(_ outcome: Outcome) -> String? {
        guard outcome.lostFrames > 0 else { return nil }
        let frames = outcome.lostFrames == 1 ? "1 frame" : "\(outcome.lostFrames) frames"
        return "\(path): \(frames) of \(name) lost; the reader was too slow"
    }
}
