import CFluidSynth
package import MIDI
import Realtime

/// The settings by messages for the notes of the sixteen channels of an instance: parameters of
/// single drums, and generators by the AWE32's parameters.
///
/// Allocated with the shard; then the audio thread's. Memory of a channel is not touched before it is
/// needed.
@safe
package struct ChannelSounds: ~Copyable {
    private static var drumParameters: Int { @_noLocks get { 6 } }
    private static var drumCount: Int { @_noLocks get { 128 * drumParameters } }
    private static var awe32Parameters: Int { @_noLocks get { 27 } }
    /// The most generators that the settings of a note have.
    static var mostGenerators: Int { @_noLocks get { awe32Parameters + drumParameters } }
    /// The value of a drum's parameter that no message has set.
    private static var unset: UInt8 { @_noLocks get { 255 } }

    /// By channel, key and parameter.
    private let drums: UnsafeMutablePointer<UInt8>
    /// By channel: the generators that are set, in the order of their first setting.
    private let generators: UnsafeMutablePointer<GeneratorValue>
    /// Room for what is added to the generators of a note.
    private let offsets: UnsafeMutablePointer<GeneratorValue>
    private var generatorCounts = InlineArray<16, UInt8>(repeating: 0)
    /// The channels of which parameters of drums are set, one bit each.
    private var drumChannels: UInt16 = 0

    /// Nothing is set.
    ///
    /// Allocates: not for the audio thread.
    package init() {
        unsafe drums = .allocate(capacity: 16 * Self.drumCount)
        unsafe generators = .allocate(capacity: 16 * Self.awe32Parameters)
        unsafe offsets = .allocate(capacity: Self.drumParameters)
    }

    deinit {
        unsafe drums.deallocate()
        unsafe generators.deallocate()
        unsafe offsets.deallocate()
    }

    /// Sets a parameter of a drum.
    @_noLocks
    package mutating func set(
        _ parameter: DrumParameter,
        of key: UInt8,
        to value: UInt8,
        _ channel: Int
    ) {
        let row = unsafe drums + channel * Self.drumCount
        let bit: UInt16 = 1 << UInt16(truncatingIfNeeded: channel)
        if drumChannels & bit == 0 {
            drumChannels |= bit
            for index in 0..<Self.drumCount { unsafe row[index] = Self.unset }
        }
        unsafe row[Int(key & 127) * Self.drumParameters + Int(parameter.rawValue)] = value
    }

    /// Sets the default of a generator.
    @_noLocks
    package mutating func set(_ generator: GeneratorValue, _ channel: Int) {
        let row = unsafe generators + channel * Self.awe32Parameters
        let count = Int(generatorCounts[channel])
        for index in 0..<count where unsafe row[index].number == generator.number {
            unsafe row[index] = generator
            return
        }
        guard count < Self.awe32Parameters else { return }
        unsafe row[count] = generator
        generatorCounts[channel] = UInt8(truncatingIfNeeded: count + 1)
    }

    /// The settings for a note.
    ///
    /// - Parameters:
    ///   - key: Its key.
    ///   - channel: Its channel, 0 … 15.
    ///   - isRhythm: Whether that plays drums.
    /// - Returns: The settings; they point into this memory, until the next call.
    @_noLocks
    package func note(_ key: UInt8, _ channel: Int, isRhythm: Bool) -> NoteSettings {
        let row = unsafe generators + channel * Self.awe32Parameters
        let hasOffsets = isRhythm && drumChannels >> UInt16(truncatingIfNeeded: channel) & 1 == 1
        let count = hasOffsets ? addOffsets(ofDrum: key, channel) : 0
        return unsafe NoteSettings(
            defaults: LentElements(UnsafePointer(row), count: Int(generatorCounts[channel])),
            offsets: LentElements(UnsafePointer(offsets), count: count)
        )
    }

    @_noLocks
    private func addOffsets(ofDrum key: UInt8, _ channel: Int) -> Int {
        let row =
            unsafe drums + channel * Self.drumCount + Int(key & 127) * Self.drumParameters
        var count = 0
        for index in 0..<Self.drumParameters where unsafe row[index] != Self.unset {
            guard let parameter = DrumParameter(rawValue: UInt8(truncatingIfNeeded: index)),
                let offset = unsafe Self.offset(parameter, row[index])
            else { continue }
            unsafe offsets[count] = offset
            count += 1
        }
        return count
    }

    /// The amount that a drum's parameter adds to a generator.
    ///
    /// Effects get as much as CC91 and CC93 of the same value send: 200 tenths of a percent for 128.
    @_noLocks
    private static func offset(_ parameter: DrumParameter, _ value: UInt8) -> GeneratorValue? {
        switch parameter {
        case .coarsePitch:
            return GeneratorValue(GEN_FINETUNE, (Float(value) - 64) * 100)
        case .finePitch:
            return GeneratorValue(GEN_FINETUNE, Float(value) - 64)
        case .level:
            return GeneratorValue(GEN_ATTENUATION, seqd_drum_attenuation(Int32(value)))
        case .pan:
            // A random one.
            guard value > 0 else { return nil }
            return GeneratorValue(GEN_PAN, (Float(value) - 64) * (500.0 / 63))
        case .reverbSend:
            return GeneratorValue(GEN_REVERBSEND, Float(value) * (200.0 / 128))
        case .chorusSend:
            return GeneratorValue(GEN_CHORUSSEND, Float(value) * (200.0 / 128))
        }
    }

    /// Undoes what messages have set.
    @_noLocks
    package mutating func reset() {
        for channel in 0..<16 { reset(channel) }
    }

    /// Undoes what messages have set on a channel.
    @_noLocks
    package mutating func reset(_ channel: Int) {
        drumChannels &= ~(1 << UInt16(truncatingIfNeeded: channel))
        generatorCounts[channel] = 0
    }

    /// Takes over what messages have set for a channel of another instance.
    @_noLocks
    package mutating func copy(
        _ channel: Int,
        from other: borrowing ChannelSounds,
        _ source: Int
    ) {
        let bit: UInt16 = 1 << UInt16(truncatingIfNeeded: channel)
        let isSet = other.drumChannels >> UInt16(truncatingIfNeeded: source) & 1 == 1
        drumChannels = isSet ? drumChannels | bit : drumChannels & ~bit
        let (drum, oldDrum) = (channel * Self.drumCount, source * Self.drumCount)
        for index in 0..<Self.drumCount where isSet {
            unsafe drums[drum + index] = other.drums[oldDrum + index]
        }
        generatorCounts[channel] = other.generatorCounts[source]
        let (first, oldFirst) = (
            channel * Self.awe32Parameters, source * Self.awe32Parameters
        )
        for index in 0..<Int(generatorCounts[channel]) {
            unsafe generators[first + index] = other.generators[oldFirst + index]
        }
    }
}
