package import Effects
package import Realtime

/// An effects bus: the sends of samplers, and the effects that they go through: a reverb, or a delay in
/// its place, and a chorus.
///
/// The audio thread's.
package struct EffectsBus: ~Copyable {
    /// The sums of the sends in the current period.
    private var sends: SendBuffer
    private var reverb: Reverb
    private var delay: Delay
    private var chorus: Chorus
    private var messages: EffectsMessages
    /// The parameters that move with the music.
    private var reverbMusic = MusicNumbers(count: EffectsSettings.reverbNumbers)
    private var chorusMusic = MusicNumbers(count: EffectsSettings.chorusNumbers)
    /// The effects behind them.
    var inserts = InsertSlot()
    /// The input of the inserts; they have no sends.
    private let memory: Box<StereoBuffer>
    private let returned: Loan<StereoBuffer>
    private var noSends: SendBuffer
    /// The last frame of the period that went into inserts with echoes and was heard; −1 for none.
    private(set) var lastEchoed = -1
    /// The pair of output channels that the effects are heard on, from 0.
    package var output = 0

    /// Makes a silent bus.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - settings: Its effects.
    ///   - rate: Frames per second.
    ///   - maximumPeriod: The most frames of a period.
    package init(_ settings: EffectsSettings, rate: Int, maximumPeriod: Int) {
        sends = SendBuffer(capacity: maximumPeriod)
        memory = Box(StereoBuffer(capacity: maximumPeriod))
        returned = unsafe memory.loan
        noSends = SendBuffer(capacity: maximumPeriod)
        reverb = Reverb(settings.reverb, rate: rate)
        delay = Delay(settings.reverb, rate: rate)
        chorus = Chorus(settings.chorus, rate: rate)
        messages = EffectsMessages(settings)
    }

    // MARK: Changes

    /// Changes the effects from the next frame on, which is one of FluidSynth's grid.
    @_noLocks
    package mutating func apply(_ change: EffectsChange) {
        switch change.kind {
        case .settings(let settings):
            messages = EffectsMessages(settings)
        case .message(let message, let strip):
            messages.take(message)
            messages.strip = strip
        case .restore(let strip):
            guard isSet(by: strip) else { return }
            messages = EffectsMessages(messages.chosen)
        }
        let settings = messages.settings
        set(settings.reverb(moved: reverbMusic))
        chorus.set(settings.chorus(moved: chorusMusic))
    }

    /// Takes it that nothing has been sent here yet: the beginning needs no fade.
    @_noLocks
    mutating func expectInput() {
        reverb.expectInput()
        delay.expectInput()
        chorus.expectInput()
    }

    @_noLocks
    private mutating func set(_ parameters: ReverbParameters?) {
        reverb.set(parameters)
        delay.set(parameters)
    }

    /// Whether the last message about its effects was to a strip's sampler.
    @_noLocks
    package func isSet(by strip: Int) -> Bool { messages.strip == strip }

    /// Has a strip stand for another.
    @_noLocks
    package mutating func replace(_ old: Int, with new: Int) {
        if isSet(by: old) { messages.strip = new }
    }

    // MARK: Automation

    /// Whether a parameter, or a number of an insert, moves with the music.
    var isAutomated: Bool {
        @_noLocks get { reverbMusic.isMoving || chorusMusic.isMoving || inserts.isAutomated }
    }

    /// Begins a turn of what moves with the music.
    @_noLocks
    mutating func beginTurn() {
        reverbMusic.beginTurn()
        chorusMusic.beginTurn()
        inserts.beginTurn()
    }

    /// Sets a parameter of the turn, an index of `EffectsSettings.numbers`.
    @_noLocks
    mutating func automate(_ number: Int, to value: Double) {
        if number < EffectsSettings.reverbNumbers {
            reverbMusic.set(number, to: value)
        } else {
            chorusMusic.set(number &- EffectsSettings.reverbNumbers, to: value)
        }
    }

    /// Moves to the values of the turn: the effects within 50 ms at 48 kHz.
    @_noLocks
    mutating func endTurn(over frames: Int) {
        // Effects would be busy with parameters that they have.
        if reverbMusic.endTurn() { set(messages.settings.reverb(moved: reverbMusic)) }
        if chorusMusic.endTurn() { chorus.set(messages.settings.chorus(moved: chorusMusic)) }
        inserts.endTurn(over: frames)
    }

    // MARK: A period

    /// Begins a period.
    @_noLocks
    package mutating func begin(_ frames: Int) {
        sends.clear(from: 0, to: frames)
        lastEchoed = -1
    }

    /// Adds a strip's sends along its gains.
    @_noLocks
    package mutating func add(
        _ other: borrowing SendBuffer,
        reverb: GainRamp,
        chorus: GainRamp,
        from start: Int,
        to end: Int
    ) {
        sends.add(other, reverb: reverb, chorus: chorus, from: start, to: end)
    }

    // MARK: Sound

    /// Adds the effects of the frames `start ..< end` to the mix.
    @_noLocks
    package mutating func render(to output: inout StereoBuffer, from start: Int, to end: Int) {
        guard !inserts.isEmpty else {
            return renderEffects(to: &output, from: start, to: end)
        }
        // A copy: to the compiler, the property overlaps with the others.
        let returned = returned
        returned.value.clear(from: start, to: end)
        renderEffects(to: &returned.value, from: start, to: end)
        lastEchoed = max(lastEchoed, inserts.lastEchoed(returned.value, from: start, to: end))
        inserts.begin(&returned.value, &noSends, from: start, to: end)
        inserts.process(&returned.value, &noSends, from: start, to: end)
        var unity = GainRamp(1)
        output.add(returned.value, gain: &unity, from: start, to: end)
    }

    @_noLocks
    private mutating func renderEffects(to output: inout StereoBuffer, from start: Int, to end: Int)
    {
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
        unsafe delay.process(toReverb, left: left, right: right, count: end &- start)
    }

    /// The frames of silence that an echo may follow.
    package var longestGap: Int { @_noLocks get { delay.longestGap } }
}
