import Realtime

/// The metronome of an engine: the rack that plays its clicks.
///
/// The audio thread's.
struct MetronomeState: BitwiseCopyable {
    /// The rack, of one sampler; `nil` before it is needed.
    private(set) var rack: Loan<Rack>?
    private var isOn = false
    /// Whether the rack may sleep while the metronome is off.
    private let maySleep: Bool

    init(maySleep: Bool) {
        self.maySleep = maySleep
    }

    /// Notes whether beats click.
    @_noLocks
    mutating func set(_ isOn: Bool) {
        self.isOn = isOn
        setSleep()
    }

    /// Takes another rack.
    @_noLocks
    mutating func install(_ rack: Loan<Rack>) {
        self.rack = rack
        setSleep()
    }

    @_noLocks
    private func setSleep() {
        guard let rack else { return }
        rack.value.maySleep = maySleep && !isOn
    }
}
