import Realtime

/// The presets whose samples an instance has in memory, as the audio thread asks for them: selecting
/// any other would read a file.
struct ReadyPresets: ~Copyable {
    private let banks: FixedArray<Int32>
    /// The programs below 64, and the others.
    private let low: UInt64
    private let high: UInt64
    private let hasAll: Bool

    /// Notes what is ready; `nil` for all presets.
    ///
    /// Allocates: not for the audio thread.
    init(_ use: PresetUse?) {
        let numbers = use?.banks.sorted() ?? []
        banks = FixedArray(count: numbers.count) { Int32(numbers[$0]) }
        var masks: (low: UInt64, high: UInt64) = (0, 0)
        for program in use?.programs ?? [] {
            if program < 64 { masks.low |= 1 << UInt64(program) }
            if program >= 64 { masks.high |= 1 << UInt64(program - 64) }
        }
        (low, high) = masks
        hasAll = use == nil
    }

    /// Whether a preset is ready, if there is one.
    @_noLocks
    func contains(bank: Int32, program: Int32) -> Bool {
        if hasAll { return true }
        guard program >= 0, program < 128 else { return false }
        let mask = program < 64 ? low : high
        guard mask >> UInt64(truncatingIfNeeded: program & 63) & 1 == 1 else { return false }
        for index in 0..<banks.count where banks[index] == bank { return true }
        return false
    }
}
