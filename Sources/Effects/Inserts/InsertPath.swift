import Realtime

/// The coefficients of an insert on its way to other parameters, step by step.
///
/// A closed choice: `@_noLocks` sees through it.
enum InsertPath: ~Copyable {
    /// The filters of all steps, those of the first step first.
    case filters(FixedArray<Biquad>)
    case compressor(FixedArray<Compressor.Coefficients>)
    case gate(FixedArray<Gate.Coefficients>)
    case delay(FixedArray<StereoEcho.Coefficients>)
    case reverb(FixedArray<ReverbParameters>)
    case chorus(FixedArray<ChorusParameters>)
    case width(FixedArray<Float>)
    case drive(FixedArray<Drive.Coefficients>)
    case limiter(FixedArray<LimiterInsert.Coefficients>)
    case controls(PluginControlPath)

    /// The elements of an array in memory that the audio thread can read.
    static func steps<Element: BitwiseCopyable>(_ steps: [Element]) -> FixedArray<Element> {
        FixedArray(count: steps.count) { steps[$0] }
    }
}

extension InsertSettings {
    /// Whether an insert with these settings can move to others while it sounds: only numbers move, and
    /// its latency stays the same.
    func canMove(to other: InsertSettings, rate: Int) -> Bool {
        func canMove<Parameters: InsertParameters>(_ parameters: Parameters) -> Bool {
            (other.effect.parameters as? Parameters).map { parameters.canMove(to: $0) } ?? false
        }
        let delay = latency(rate: rate)
        return !isBypassed && !other.isBypassed && delay == other.latency(rate: rate)
            && (delay == 0 || (mix < 1) == (other.mix < 1)) && canMove(effect.parameters)
    }

    /// The settings at a part of the way to others, to which it can move.
    package func between(_ other: InsertSettings, _ part: Double) -> InsertSettings {
        func between<Parameters: InsertParameters>(_ parameters: Parameters) -> Effect {
            guard let next = other.effect.parameters as? Parameters else { return other.effect }
            return parameters.between(next, part).effect
        }
        var result = other
        result.effect = between(effect.parameters)
        result.mix = mix + (other.mix - mix) * part
        return result
    }

    /// The path through settings of one kind.
    static func path(_ steps: [InsertSettings], rate: Int) -> InsertPath? {
        func path<Parameters: InsertParameters>(_: Parameters) -> InsertPath? {
            Parameters.path(steps.compactMap { $0.effect.parameters as? Parameters }, rate: rate)
        }
        return steps.first.flatMap { path($0.effect.parameters) }
    }
}
