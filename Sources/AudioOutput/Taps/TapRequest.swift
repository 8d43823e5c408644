/// A stem to be made: a strip, or the effects, as they are in the mix.
public struct StemRequest: Hashable, Sendable {
    /// The name of the strip; `nil` for what the effects add.
    public var strip: String?
    /// The target.
    public var destination: TapDestination

    /// Asks for a stem.
    public init(_ strip: String?, _ destination: TapDestination) {
        self.strip = strip
        self.destination = destination
    }
}

/// A tap to be made: the name of a strip, or `master`, and its destination.
public struct TapRequest: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The destination.
    public var destination: TapDestination
    /// The place in the strip.
    public var point: TapPoint

    /// Asks for a tap.
    public init(_ name: String, _ destination: TapDestination, at point: TapPoint = .post) {
        (self.name, self.destination, self.point) = (name, destination, point)
    }
}

extension Tap {
    /// The message about lost frames; `nil` if none were lost, and after a failure, which says why.
    public func lossText(_ outcome: Outcome) -> String? {
        guard outcome.lostFrames > 0, outcome.failure == nil else { return nil }
        let frames = outcome.lostFrames == 1 ? "1 frame" : "\(outcome.lostFrames) frames"
        let isStream = path == "-" || SoundFileWriter.isSpecial(path)
        return
            "\(path): \(frames) of \(name) lost; the \(isStream ? "reader" : "disk") was too slow"
    }
}
