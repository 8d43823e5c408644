import MIDI
import Sequencer

/// A way that events of one channel of a source take: what a `RoutingRule` has become for a piece.
public struct Route: Hashable, Sendable {
    /// The sampler, an index into ``RoutedSequence/samplers``; `nil` where a rule drops what it
    /// takes.
    public var sampler: Int?
    /// The sampler's channel, 0 … 15.
    public var channel: UInt8
    /// The keys of notes that take it, before transposition.
    public var keys: ClosedRange<UInt8> = 0...127
    /// The velocities of notes that take it.
    public var velocities: ClosedRange<UInt8> = 1...127
    /// The kinds of messages that pass.
    public var kinds = MessageKinds.all
    /// Semitones by which notes move; 0 for drums.
    public var transpose = 0
    /// The change of velocities.
    public var velocity = VelocityCurve.linear
    /// The preset that plays whatever the source selects.
    public var preset: RoutingDestination.FixedPreset?
    /// Whether the channel plays drums; `nil` for what it is by default and by messages.
    public var isDrums: Bool?
    /// The rule, from 0; `nil` for the way that leads to the rack's fallback.
    public var rule: Int?
    /// The changes of messages of live sources; in music they have been made before.
    var changes: [ControllerChange] = []
    /// The number of the name of the live sources that take it; `nil` for all.
    var sourceName: Int?

    init(sampler: Int?, channel: UInt8) {
        self.sampler = sampler
        self.channel = channel
    }

    /// Whether it takes every note of the sources that take it.
    var isComplete: Bool {
        keys == 0...127 && velocities.lowerBound <= 1 && velocities.upperBound == 127
    }

    /// Whether it takes every note of every source.
    var takesAll: Bool { isComplete && sourceName == nil }

    /// Whether a note takes it, as far as key and velocity go.
    func takes(key: UInt8, velocity: UInt8) -> Bool {
        keys.contains(key) && velocities.contains(velocity)
    }

    /// The notes that it makes of those that arrive.
    func led(_ notes: NoteSet) -> NoteSet {
        guard !isComplete || transpose != 0 || velocity != .linear else { return notes }
        return notes.mapped { key, velocity in
            guard takes(key: key, velocity: velocity) else { return nil }
            return (
                MIDIKey.transposed(key, by: transpose), self.velocity.value(at: Int(velocity))
            )
        }
    }
}
