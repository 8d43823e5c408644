/// The kinds of chorus of General MIDI 2 (the first six) and Roland: the SC-8820 owner's
/// manual, page 43; General MIDI 2 has no delays, and gets Roland's.
public enum ChorusKind: UInt8, Sendable, BitwiseCopyable, CaseIterable {
    case chorus1, chorus2, chorus3, chorus4, feedbackChorus, flanger, shortDelay, shortFeedbackDelay

    /// The values of rate, depth, feedback and delay, 0 … 127.
    var values: (rate: UInt8, depth: UInt8, feedback: UInt8, delay: UInt8) {
        @_noLocks get {
            switch self {
            case .chorus1: (3, 5, 0, 112)
            case .chorus2: (9, 19, 5, 80)
            case .chorus3: (3, 19, 8, 80)
            case .chorus4: (9, 16, 16, 64)
            case .feedbackChorus: (2, 24, 64, 127)
            case .flanger: (1, 5, 112, 127)
            case .shortDelay: (0, 127, 0, 127)
            case .shortFeedbackDelay: (0, 127, 80, 127)
            }
        }
    }
}
