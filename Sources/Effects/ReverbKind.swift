/// The kinds of reverb of General MIDI 2 and Roland.
///
/// Times: General MIDI 2 (Roland RS-5 owner's manual, page 160), T = e^((v − 40) / 40) s for the
/// values 44 50 56 64 64 50. Roland gives no seconds (SC-8820 owner's manual, page 43): its first six
/// macros get those times too, which its own usual values stand for. Damping and size are choices of
/// seqd's.
public enum ReverbKind: UInt8, Sendable, BitwiseCopyable, CaseIterable {
    case smallRoom, mediumRoom, largeRoom, mediumHall, largeHall, plate

    /// The reverberation time in seconds.
    var time: Double {
        @_noLocks get {
            switch self {
            case .smallRoom: 1.105
            case .mediumRoom, .plate: 1.284
            case .largeRoom: 1.492
            case .mediumHall, .largeHall: 1.822
            }
        }
    }

    /// The damping of high frequencies.
    var damping: Double {
        @_noLocks get {
            switch self {
            case .smallRoom, .mediumRoom, .mediumHall: 0.35
            case .largeRoom, .largeHall: 0.25
            case .plate: 0.05
            }
        }
    }

    /// The size of the space, for ``ReverbParameters/scale``.
    var scale: Double {
        @_noLocks get {
            switch self {
            case .smallRoom, .plate: 0.3
            case .mediumRoom: 0.36
            case .largeRoom: 0.45
            case .mediumHall: 0.65
            case .largeHall: 0.85
            }
        }
    }

    /// Roland's usual value of the reverberation time.
    var rolandTime: Double {
        @_noLocks get {
            switch self {
            case .smallRoom: 80
            case .mediumRoom: 56
            case .largeRoom, .largeHall: 64
            case .mediumHall: 72
            case .plate: 88
            }
        }
    }

    /// Roland's usual value of the low-pass in front.
    var rolandLowPass: Double {
        @_noLocks get {
            switch self {
            case .smallRoom: 3
            case .mediumRoom, .mediumHall: 4
            case .largeRoom, .largeHall, .plate: 0
            }
        }
    }
}
