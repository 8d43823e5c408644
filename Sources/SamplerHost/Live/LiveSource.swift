import Sequencer

/// What the engine knows about a live source: where it plays and what it holds.
///
/// Audio thread only.
struct LiveSource: ~Copyable {
    /// Room for the sources of both of an engine's queues.
    static var capacity: Int { @_noLocks get { 2 * LiveEvent.sourceCapacity } }

    /// The keys that it holds, as port 0.
    var ledger: NoteLedger
    /// The pedals of each channel that are above 0, as bits of ``pedal(_:)``.
    let pedals: UnsafeMutablePointer<UInt8>
    /// The input that it plays on, from 0.
    private(set) var input = 0
    var isOpen = false

    init() {
        ledger = NoteLedger(samplers: 1)
        pedals = .allocate(capacity: 16)
        pedals.initialize(repeating: 0, count: 16)
    }

    deinit {
        pedals.deallocate()
    }

    /// Begins anew on an input.
    @_noLocks
    mutating func open(input: Int) {
        self.input = input
        isOpen = true
    }

    /// Forgets what it holds on a channel, which has been silenced.
    @_noLocks
    mutating func forget(channel: UInt8) {
        ledger.control(port: 0, channel: channel, number: 120, value: 0)
        pedals[Int(channel & 15)] = 0
    }

    /// The bit of a pedal; 0 for other controllers.
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
}
