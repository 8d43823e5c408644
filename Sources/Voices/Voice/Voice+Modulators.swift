import Realtime

/// The sums that modulators add to parameters.
extension Voice {
    /// Computes what all modulators add.
    @_noLocks
    mutating func modulateAll(
        _ channel: Loan<ChannelState>,
        _ conversions: borrowing Conversions
    ) {
        for index in modulated.indices { modulated[index] = 0 }
        for index in 0..<modulatorCount {
            let modulator = modulator(index)
            modulated[modulator.destination.number] += value(modulator, channel, conversions)
        }
    }

    /// Follows a controller that has moved: a MIDI controller, or one of ``ControlSource``'s constants.
    @_noLocks
    mutating func follow(
        _ number: UInt8,
        isController: Bool,
        _ channel: Loan<ChannelState>,
        _ conversions: borrowing Conversions,
        _ settings: VoiceSettings
    ) {
        var done: UInt64 = 0
        for index in 0..<modulatorCount {
            let modulator = modulator(index)
            let bit: UInt64 = 1 << UInt64(modulator.destination.number)
            guard done & bit == 0,
                modulator.source.isSource(number, isController)
                    || modulator.amountSource.isSource(number, isController)
            else { continue }
            done |= bit
            sum(modulator.destination, channel, conversions)
            update(modulator.destination, channel, conversions, settings)
        }
    }

    @_noLocks
    private mutating func sum(
        _ destination: RegionParameter,
        _ channel: Loan<ChannelState>,
        _ conversions: borrowing Conversions
    ) {
        var sum = 0.0
        for index in 0..<modulatorCount
        where modulator(index).destination.number == destination.number {
            sum += value(modulator(index), channel, conversions)
        }
        modulated[destination.number] = sum
    }

    /// The value of a modulator.
    @_noLocks
    private mutating func value(
        _ modulator: RegionModulator,
        _ channel: Loan<ChannelState>,
        _ conversions: borrowing Conversions
    ) -> Double {
        let second = value(modulator.amountSource, channel, conversions)
        return modulator.amount * value(modulator.source, channel, conversions) * second
    }

    @_noLocks
    private mutating func value(
        _ source: ControlSource,
        _ channel: Loan<ChannelState>,
        _ conversions: borrowing Conversions
    ) -> Double {
        if source.isNone { return 1 }
        return conversions.value(of: source, at: position(source, channel, conversions))
    }

    /// The position of a controller, 0 ..< 1.
    @_noLocks
    private mutating func position(
        _ source: ControlSource,
        _ channel: Loan<ChannelState>,
        _ conversions: borrowing Conversions
    ) -> Double {
        if source.isController {
            return Double(channel.value.controllers[Int(source.number & 127)]) / 128
        }
        switch source.number {
        case ControlSource.velocity: return playedVelocity / 128
        case ControlSource.key: return playedKey / 128
        case ControlSource.keyPressure: return Double(channel.value.keyPressures[Int(key)]) / 128
        case ControlSource.channelPressure: return Double(channel.value.pressure) / 128
        case ControlSource.wheel: return Double(channel.value.wheel) / 16_384
        // With 128 a range of two semitones is 198.4 cents.
        case ControlSource.wheelRange:
            return channel.value.wheelRange / (conversions.isRounded ? 128 : 127)
        default: return 0
        }
    }

    /// The lowest attenuation that controllers can lead to while the voice sounds.
    @_noLocks
    mutating func lowestAttenuation(
        _ attenuation: Double,
        _ channel: Loan<ChannelState>,
        _ conversions: borrowing Conversions
    ) -> Double {
        var least = attenuation
        for index in 0..<modulatorCount
        where modulator(index).destination.number == RegionParameter.attenuation.number {
            let modulator = modulator(index)
            guard modulator.source.isMoving || modulator.amountSource.isMoving else { continue }
            let isBelow =
                modulator.source.isBipolar || modulator.amountSource.isBipolar
                || modulator.amount < 0
            let low = isBelow ? -abs(modulator.amount) : 0
            let value = value(modulator, channel, conversions)
            if value > low { least -= value - low }
        }
        return max(least, 0)
    }
}

extension ControlSource {
    /// Whether it is a controller.
    @_noLocks
    fileprivate func isSource(_ number: UInt8, _ isController: Bool) -> Bool {
        self.number == number && self.isController == isController
    }

    /// Whether it changes while a note sounds.
    fileprivate var isMoving: Bool {
        @_noLocks get {
            isController || number == Self.keyPressure || number == Self.channelPressure
                || number == Self.wheel || number == Self.wheelRange
        }
    }
}
