import Sequencer

/// A live source as the audio thread knows it: what it plays on, and what it holds.
struct SourceLedger: ~Copyable {
    // The ledger, whose pointers come first, stands first: see EngineCore.
    /// The keys that are down.
    var keys = NoteLedger(samplers: 1)
    /// The pedals that are down, by channel: a bit for each of ``pedal(_:)``.
    var pedals = InlineArray<16, UInt8>(repeating: 0)
    var input = 0
    var isOpen = false

    /// The sources of both queues: the control socket's and the input thread's.
    static var capacity: Int {
        @_noLocks get { 2 * LiveEvent.sourceCapacity }
    }

    /// The bit of a pedal's controller: sustain, sostenuto, soft, hold 2; 0 for other controllers.
    @_noLocks
    static func pedal(_ controller: UInt8) -> UInt8 {
        switch controller {
        case 64: 1
        case 66: 2
        case 67: 4
        case 69: 8
        default: 0
        }
    }

    /// The number of a pedal's controller: sustain, sostenuto, soft, hold 2.
    @_noLocks
    static func pedalNumber(_ controller: UInt8) -> UInt8 {
        switch controller {
        case 64: 0
        case 66: 1
        case 67: 2
        default: 3
        }
    }

    /// The controller of a pedal's number.
    @_noLocks
    static func controller(_ pedal: UInt8) -> UInt8 {
        switch pedal {
        case 0: 64
        case 1: 66
        case 2: 67
        default: 69
        }
    }

    /// Opens it.
    @_noLocks
    mutating func open(input: Int) {
        self.input = input
        isOpen = true
    }

    /// Forgets the keys that a channel holds.
    @_noLocks
    mutating func forgetKeys(channel: UInt8) {
        keys.control(port: 0, channel: channel, number: 123, value: 0)
    }

    /// Forgets what it holds.
    @_noLocks
    mutating func forgetAll() {
        for channel: UInt8 in 0..<16 {
            forgetKeys(channel: channel)
            pedals[Int(channel)] = 0
        }
    }
}
