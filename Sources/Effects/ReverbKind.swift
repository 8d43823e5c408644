/// The kinds of reverb of General MIDI 2 and Roland.
///
/// Times: General MIDI 2 (Roland RS-5 owner's manual, page 160), T = e^((v − 40) / 40) s for the
/// values 44 50 56 64 64 50. Roland gives no seconds (SC-8820 owner's manual, page 43): its first six
/// macros get those times too, which its own usual values stand for. Damping and size are choices of
/// seqd's. The two delays are Roland's only.
public enum ReverbKind: UInt8, Sendable, BitwiseCopyable, CaseIterable {
    case smallRoom, mediumRoom, largeRoom, mediumHall, largeHall, plate, delay, panningDelay

    /// The reverberation time in seconds, the damping of high frequencies, and the size of the space
    /// (``ReverbParameters/scale``); `nil` for delays.
    var room: (time: Double, damping: Double, scale: Double)? {
        @_noLocks get {
            switch self {
            case .smallRoom: (1.105, 0.35, 0.3)
            case .mediumRoom: (1.284, 0.35, 0.36)
            case .largeRoom: (1.492, 0.25, 0.45)
            case .mediumHall: (1.822, 0.35, 0.65)
            case .largeHall: (1.822, 0.25, 0.85)
            case .plate: (1.284, 0.05, 0.3)
            case .delay, .panningDelay: nil
            }
        }
    }

    /// The algorithm.
    var algorithm: ReverbAlgorithm {
        @_noLocks get {
            switch self {
            case .delay: .delay
            case .panningDelay: .panningDelay
            case .smallRoom, .mediumRoom, .largeRoom, .mediumHall, .largeHall, .plate: .room
            }
        }
    }

    /// Roland's usual values of the reverberation time, of the low-pass in front, and of the feedback
    /// of delays.
    public var usual: (time: UInt8, lowPass: UInt8, feedback: UInt8) {
        @_noLocks get {
            switch self {
            case .smallRoom: (80, 3, 0)
            case .mediumRoom: (56, 4, 0)
            case .largeRoom, .largeHall: (64, 0, 0)
            case .mediumHall: (72, 4, 0)
            case .plate: (88, 0, 0)
            case .delay: (32, 0, 40)
            case .panningDelay: (64, 0, 32)
            }
        }
    }
}
