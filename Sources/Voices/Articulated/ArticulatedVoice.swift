import Realtime

/// The part of a ``Voice`` that an articulated region has besides: envelopes, oscillators and filters in seconds, hertz
/// and decibels, and the connections that move them.
///
/// Methods are mutating though some change nothing: others would get a copy of these 4 kB.
struct ArticulatedVoice: ~Copyable {
    /// Values by the numbers of ``ArticulationParameter``.
    typealias Values = InlineArray<109, Float>
    private typealias P = ArticulationParameter

    /// `nil` in a slot that no articulated voice has used.
    private var articulation: LentElements<ArticulationRecord>?
    private var controls: LentElements<ControlsRecord>?
    /// The values of the note.
    var note = ArticulatedNote()
    /// The values that do not change any more, and those of the block.
    var values = Values(repeating: 0)
    var live = Values(repeating: 0)
    /// The values of smoothed connections.
    var smoothed = InlineArray<32, ControlRamp>(repeating: ControlRamp())
    /// Whether the first block has been computed.
    private var hasBegun = false
    var envelopes = InlineArray<3, TimedEnvelope>(repeating: TimedEnvelope())
    var oscillators = InlineArray<8, WaveOscillator>(repeating: WaveOscillator())
    var points = InlineArray<4, PointEnvelope>(repeating: PointEnvelope())
    var pointTimes = PointEnvelope.Points(repeating: 0)
    var pointLevels = PointEnvelope.Points(repeating: 0)
    /// Three stages of each filter, and the bands.
    var stages = InlineArray<9, FilterStage>(repeating: FilterStage())
    /// The blocks before it begins.
    var waiting = 0
    /// The amplitude but for its envelope and what moves, and the last one.
    var level: Float = 1
    /// The gains of the right side's line at the end of the last block, and of the next.
    var rightGains = SIMD4<Float>()
    var rightTargets = SIMD4<Float>()
    /// Whether it is to end in the next block.
    var isOver = false

    /// A slot that no voice has used yet.
    init() {
        articulation = nil
        controls = nil
    }

    /// The articulation, one element: where it is, since a copy for each use would take long.
    var record: LentElements<ArticulationRecord> {
        @_noLocks mutating get {
            guard let articulation else { fatalError("a voice without an articulation") }
            return articulation
        }
    }

    /// Its conditions.
    var conditions: ConditionsRecord? {
        @_noLocks get { articulation?[0].conditions }
    }

    /// Takes a region's articulation.
    @_noLocks
    mutating func take(
        _ articulation: LentElements<ArticulationRecord>,
        _ controls: LentElements<ControlsRecord>?,
        _ note: ArticulatedNote
    ) {
        self.articulation = articulation
        self.controls = controls
        self.note = note
        waiting = 0
        isOver = false
        for index in stages.indices { stages[index] = FilterStage() }
        hasBegun = false
        for index in points.indices { points[index] = PointEnvelope() }
        let initial = articulation[0].values
        for index in values.indices { values[index] = initial[index] }
    }

    /// Whether a note-off leaves it alone.
    var isOneShot: Bool {
        @_noLocks mutating get {
            if case .oneShot = record[0].loopMode { true } else { false }
        }
    }

    // MARK: Controllers

    /// The value of a controller: −1 … 1 for the wheel, 0 … 1 for all else.
    @_noLocks
    mutating func controller(_ number: Int, _ channel: Loan<ChannelState>) -> Float {
        if number < 128 {
            return channel.value.normalized(number, controls)
        }
        switch number {
        case ControllerNumber.wheel:
            let bend = Float(channel.value.wheel &- 8_192)
            return bend / (bend > 0 ? 8_191 : 8_192)
        case ControllerNumber.channelPressure: return Float(channel.value.pressure) / 127
        case ControllerNumber.keyPressure:
            return Float(channel.value.keyPressures[Int(note.key)]) / 127
        case ControllerNumber.velocity: return Float(note.velocity) / 127
        case ControllerNumber.offVelocity: return 0.5
        case ControllerNumber.key: return Float(note.key) / 127
        case ControllerNumber.gate: return note.isDown ? 1 : 0
        case ControllerNumber.random: return note.random
        case ControllerNumber.bipolarRandom: return note.otherRandom * 2 - 1
        case ControllerNumber.alternate: return note.isAlternate ? 1 : 0
        case ControllerNumber.keyDelta: return Float(note.keyDelta) / 127
        case ControllerNumber.keyDistance: return Float(abs(note.keyDelta)) / 127
        default:
            guard let controls, number < ControlsRecord.controllerCount else { return 0 }
            return controls[0].initialValues[number]
        }
    }

    /// The value of a controller's input, by its curve and steps.
    @_noLocks
    mutating func value(_ input: ControllerInput, _ channel: Loan<ChannelState>) -> Float {
        let number = Int(input.number)
        var value = controller(number, channel)
        let isBipolar =
            number == ControllerNumber.wheel || number == ControllerNumber.keyDelta
            || number == ControllerNumber.bipolarRandom
        if !isBipolar, let controls { value = controls[0].curved(value, by: Int(input.curve)) }
        return value
    }

    /// The amount of a connection by its second controller, which may begin here, and its scale.
    @_noLocks
    private mutating func amount(
        _ connection: Connection,
        _ index: Int,
        _ channel: Loan<ChannelState>,
        isStart: Bool
    ) -> Float {
        var amount = connection.amount
        if let second = connection.second {
            amount *= value(second, channel)
            if case .controller = connection.source {
            } else {
                amount = followed(amount, second, index, isStart: isStart)
            }
        }
        if let scale = connection.scale { amount *= live[Int(scale)] }
        return amount
    }

    /// A movement in the steps and at the speed of its controller.
    @_noLocks
    private mutating func followed(
        _ wanted: Float,
        _ input: ControllerInput,
        _ index: Int,
        isStart: Bool
    ) -> Float {
        var change = wanted
        if input.step > 0 {
            change = Float(Int(max(-1e9, min(change / input.step, 1e9)))) * input.step
        }
        guard input.smoothing > 0, index < smoothed.count else { return change }
        let blocks = input.smoothing * note.rate / (1_000 * Float(Block.frames))
        return smoothed[index].next(to: change, in: isStart ? 0 : blocks)
    }

    /// Adds the connections of controllers to the values, as the note begins.
    @_noLocks
    mutating func takeControllers(_ channel: Loan<ChannelState>) {
        live = values
        applyControllers(channel, isStart: true, ofNote: true)
        values = live
        applyControllers(channel, isStart: true, ofNote: false)
    }

    /// Adds the connections of controllers.
    ///
    /// - Parameters:
    ///   - channel: The controllers.
    ///   - isStart: Whether smoothed ones begin here.
    ///   - ofNote: Whether those that have one value for a note are added, else all others.
    @_noLocks
    private mutating func applyControllers(
        _ channel: Loan<ChannelState>,
        isStart: Bool,
        ofNote: Bool
    ) {
        let connections = record[0].connections
        for index in 0..<connections.count {
            let connection = connections[index]
            guard case .controller(let input) = connection.source,
                connection.isOfNote == ofNote
            else { continue }
            let wanted =
                amount(connection, index, channel, isStart: isStart) * value(input, channel)
            let change = followed(wanted, input, index, isStart: isStart)
            add(change, to: Int(connection.target))
        }
    }

    @_noLocks
    private mutating func add(_ change: Float, to target: Int) {
        if target == P.amplitude { live[target] *= change } else { live[target] += change }
    }

    /// Computes the values of a block.
    @_noLocks
    mutating func updateLive(
        _ channel: Loan<ChannelState>,
        _ conversions: borrowing Conversions
    ) {
        live = values
        applyControllers(channel, isStart: false, ofNote: false)
        stepOscillators(conversions)
        let connections = record[0].connections
        for index in 0..<connections.count {
            let connection = connections[index]
            let source: Float
            switch connection.source {
            case .controller: continue
            case .envelope(let number): source = envelopes[Int(min(number, 2))].value
            case .oscillator(let number):
                guard number < 8 else { continue }
                source = oscillators[Int(number)].value
            case .flexibleEnvelope(let number):
                guard number < 4 else { continue }
                source = points[Int(number)].value
            }
            let amount = amount(connection, index, channel, isStart: !hasBegun)
            add(amount * source, to: Int(connection.target))
        }
        hasBegun = true
    }

    @_noLocks
    private mutating func stepOscillators(_ conversions: borrowing Conversions) {
        let shapes = record[0].oscillators
        let rate = Float(conversions.rate)
        for index in 0..<min(shapes.count, 8) {
            let base = P.oscillator(index)
            oscillators[index].step(
                shapes[index],
                cycles: max(0, min(live[base + P.rate], 100_000)) * Float(Block.frames) / rate,
                delay: live[base + P.oscillatorDelay] * rate,
                fade: live[base + P.fade] * rate
            )
        }
    }
}

/// The values that belong to a note of articulated regions.
struct ArticulatedNote: BitwiseCopyable {
    var key: UInt8 = 60
    var velocity: UInt8 = 0
    /// Frames per second of the output.
    var rate: Float = 44_100
    /// Numbers by chance, 0 ..< 1.
    var random: Float = 0
    var otherRandom: Float = 0
    var isAlternate = false
    /// Keys from the note before.
    var keyDelta = 0
    /// Whether its key is down.
    var isDown = true
    /// The seconds for which the note sounded, of a release region.
    var seconds: Float = 0

    @_noLocks
    init() {}
}

extension Connection {
    /// Whether a note has one value of it.
    var isOfNote: Bool {
        @_noLocks get {
            guard case .controller(let input) = source, ControllerNumber.isOfNote(Int(input.number))
            else { return false }
            guard let second else { return scale == nil }
            return scale == nil && ControllerNumber.isOfNote(Int(second.number))
        }
    }
}

extension ControlsRecord {
    /// A value by a curve.
    @_noLocks
    func curved(_ value: Float, by number: Int) -> Float {
        let first = number &* 128
        guard first &+ 128 <= curves.count else { return value }
        let place = max(0, min(value, 1)) * 127
        let index = min(Int(place), 126)
        let low = curves[first &+ index]
        return low + (curves[first &+ index &+ 1] - low) * (place - Float(index))
    }
}
