import Effects
import Realtime
import Synchronization

/// Figures that the audio thread publishes after each period.
extension Engine {
    /// The figures after the last period, which belong together; peak and gain reduction are the
    /// highest since the last call.
    public func takeFigures() -> EngineFigures {
        let peak = status.value.peak.exchange(0, ordering: .relaxed)
        let gain = status.value.lowestGain.exchange(Float(1).bitPattern, ordering: .relaxed)
        let period = status.value.period.load()
        return EngineFigures(
            frame: period.frame,
            position: period.position,
            item: period.item < 0 ? nil : period.item,
            countIn: period.countIn,
            voices: period.voices,
            peak: Float(bitPattern: peak),
            highestPeak: period.highestPeak,
            gainReduction: Decibels.reduction(Float(bitPattern: gain)),
            highestGainReduction: Decibels.reduction(period.lowestGain),
            limitedFrames: period.reducedFrames,
            highestVoices: period.highestVoices,
            clippedSamples: period.clipped,
            xruns: status.value.xruns.load(ordering: .relaxed),
            load: Double(period.load.millionths) / 1_000_000,
            renderTimes: status.value.renderTimes.times
        )
    }

    /// The limiter's largest gain reduction in dB since the last ``takeFigures()``, which still gives it.
    public var gainReduction: Double {
        Decibels.reduction(Float(bitPattern: status.value.lowestGain.load(ordering: .relaxed)))
    }

    /// The position of playback.
    ///
    /// Any thread but the audio thread.
    public var position: EnginePosition {
        let period = status.value.period.load()
        return EnginePosition(
            item: period.item < 0 ? nil : period.item,
            frame: period.position,
            countInBeats: period.countIn,
            engineFrame: period.frame,
            isHeld: period.isHeld,
            pass: period.pass,
            repeats: period.repeats == .max ? nil : period.repeats
        )
    }

    /// The position of playback, and what the vari-speed has played.
    ///
    /// Any thread but the audio thread.
    public var tapePosition: TapePosition {
        let period = status.value.period.load()
        let position = EnginePosition(
            item: period.item < 0 ? nil : period.item,
            frame: period.mixedPosition,
            countInBeats: period.countIn,
            engineFrame: period.frame,
            isHeld: period.isHeld,
            pass: period.pass
        )
        return TapePosition(
            position: position,
            played: period.tape,
            variSpeed: period.variSpeed
        )
    }

    /// The times at which engine frames leave the output.
    ///
    /// Any thread but the audio thread.
    public var clock: OutputClock { status.value.clock.load() }

    /// Buffer underruns.
    ///
    /// Any thread.
    public var xruns: Int { status.value.xruns.load(ordering: .relaxed) }

    /// Whether nothing sounds and the device is released.
    ///
    /// Any thread.
    public var isAsleep: Bool { status.value.isAsleep.load(ordering: .relaxed) }

    /// Frames rendered so far.
    ///
    /// Any thread but the audio thread.
    public var framesRendered: Int64 { status.value.period.load().frame }
}
