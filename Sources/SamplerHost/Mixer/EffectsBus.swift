import Effects
import Realtime

/// An effects bus: the sends of samplers, and the reverb and the chorus that they go through.
///
/// The audio thread's.
struct EffectsBus: ~Copyable {
    /// The sums of the sends in the current period.
    private var sends: SendBuffer
    private var reverb: Reverb
    private var chorus: Chorus

    /// Makes a silent bus.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - settings: Its effects.
    ///   - rate: Frames per second.
    ///   - maximumPeriod: The most frames of a period.
    init(_ settings: EffectsSettings, rate: Int, maximumPeriod: Int) {
        sends = SendBuffer(capacity: maximumPeriod)
        reverb = Reverb(settings.reverb, rate: rate)
        chorus = Chorus(settings.chorus, rate: rate)
    }

    /// Begins a period.
    @_noLocks
    mutating func begin(_ frames: Int) {
        sends.clear(from: 0, to: frames)
    }

    /// Adds a sampler's sends along its strip's gain.
    @_noLocks
    mutating func add(
        _ other: borrowing SendBuffer,
        gain: GainRamp,
        from start: Int,
        to end: Int
    ) {
        sends.add(other, gain: gain, from: start, to: end)
    }

    /// Adds the effects of the frames `start ..< end` to the mix.
    @_noLocks
    mutating func render(to output: inout StereoBuffer, from start: Int, to end: Int) {
        let left = unsafe output.left.span(from: start, to: end) + start
        let right = unsafe output.right.span(from: start, to: end) + start
        let toReverb = unsafe sends.reverb.span(from: start, to: end) + start
        let toChorus = unsafe sends.chorus.span(from: start, to: end) + start
        unsafe chorus.process(
            toChorus,
            left: left,
            right: right,
            reverb: toReverb,
            count: end &- start
        )
        unsafe reverb.process(toReverb, left: left, right: right, count: end &- start)
    }
}
