import Realtime
import Synchronization

/// The presets that the channels of an instance have selected, for other threads to read.
///
/// Written on the audio thread or one of its workers; read on any.
package struct ChosenPresets: ~Copyable {
    /// By channel: the bank and the program, or nothing.
    private let channels: FixedArray<Atomic<UInt32>>

    private static var isChosen: UInt32 { @_noLocks get { 1 << 31 } }

    /// Makes channels that have selected nothing.
    ///
    /// Allocates: not for the audio thread.
    package init() {
        channels = FixedArray(count: 16) { _ in Atomic(0) }
    }

    /// Notes a selection.
    @_noLocks
    package func set(_ channel: Int, bank: Int, program: Int) {
        let preset = UInt32(truncatingIfNeeded: bank & 0x3FFF) << 8
        let number = UInt32(truncatingIfNeeded: program & 127)
        channels[channel].store(Self.isChosen | preset | number, ordering: .relaxed)
    }

    /// Notes that no channel has selected anything since.
    @_noLocks
    package func clear() {
        for channel in 0..<16 { channels[channel].store(0, ordering: .relaxed) }
    }

    /// The selection of a channel; `nil` where nothing has been selected.
    package func choice(of channel: Int) -> PresetSubstitution.Choice? {
        let bits = channels[channel].load(ordering: .relaxed)
        guard bits & Self.isChosen != 0 else { return nil }
        return PresetSubstitution.Choice(bank: Int(bits >> 8 & 0x3FFF), program: Int(bits & 127))
    }
}
