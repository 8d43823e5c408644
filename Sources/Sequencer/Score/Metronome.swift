/// The click track of a sequence: on a sampler and a track of its own.
public struct Metronome: Hashable, Sendable {
    /// The sampler, from 0: an index into `PreparedSequence.ports`.
    public var port: UInt8
    /// The track, from 0: the last one, muted and soloed as any other, but by its number only.
    public var track: Int

    /// The drum channel of General MIDI, 0 … 15.
    static var channel: UInt8 { @_noLocks get { 9 } }

    /// The key of a beat that begins a bar, and of another one.
    ///
    /// High and low wood block (General MIDI 1, percussion key map). The metronome's own keys 33
    /// and 34 are Roland's and General MIDI 2's only: many SoundFonts have nothing there.
    static func key(isBarStart: Bool) -> UInt8 { isBarStart ? 76 : 77 }

    /// The velocity of a click.
    static func velocity(isBarStart: Bool) -> UInt8 { isBarStart ? 127 : 100 }

    /// The most clicks that a sequence gets: five days of them at 120 a minute.
    ///
    /// A few bytes of a file can make it last for thousands of years.
    static let maximumClicks = 1_000_000
}
