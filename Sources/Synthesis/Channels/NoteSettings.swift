package import Realtime

/// A generator, SoundFont 2.04 §8.1.2, and the value that it is set to, or that is added to it.
package struct GeneratorValue: BitwiseCopyable {
    /// The generator's number.
    package var number: UInt8
    /// The value in the generator's unit.
    package var value: Float

    @_noLocks
    package init(_ number: UInt8, _ value: Float) {
        self.number = number
        self.value = value
    }
}

/// The settings of a note by messages, besides the controllers of its channel.
@safe
package struct NoteSettings: BitwiseCopyable {
    /// The cents added to the pitch of each of the 128 keys; `nil` for none.
    package var cents: UnsafePointer<Float>?
    /// The generators in the place of their defaults; those that a font sets come before them.
    package var defaults: LentElements<GeneratorValue>
    /// The offsets added to generators.
    package var offsets: LentElements<GeneratorValue>
    /// Whether the soft pedal is down: 3 dB softer, and the filter's cutoff 1800 cents lower.
    package var isSoft = false
    /// Whether it cuts what still sounds of its key.
    package var cutsKey = false
    /// The glide with which it begins.
    var glide: Portamento.Glide?

    @_noLocks
    init(defaults: LentElements<GeneratorValue>, offsets: LentElements<GeneratorValue>) {
        self.defaults = defaults
        self.offsets = offsets
    }
}
