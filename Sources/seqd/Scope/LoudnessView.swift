import Platform
import SamplerHost
import Scope

/// The view of loudness: the values of a meter over time.
struct LoudnessView: ScopeView {
    private let rate: Int
    private let extent: ScopeExtent
    private var meter: LoudnessMeter
    private var history: LoudnessHistory
    /// The frames since the last values.
    private var frames = 0

    /// Makes a view.
    ///
    /// - Parameters:
    ///   - rate: Frames per second.
    ///   - extent: The sound.
    /// - Throws: `data` for a rate at which loudness is not defined, `internal` where there is no memory
    ///   for a meter.
    init(rate: Int, _ extent: ScopeExtent) throws(HostError) {
        guard rate >= Self.lowestRate else {
            throw HostError(
                .data,
                "loudness",
                "a sound of \(rate) Hz; expected \(Self.lowestRate) Hz or more"
            )
        }
        (self.rate, self.extent) = (rate, extent)
        meter = try Self.meter(rate, extent)
        history = LoudnessHistory(extent)
    }

    /// The filters of loudness reach up to some kHz.
    private static let lowestRate = 8_000

    private static func meter(
        _ rate: Int,
        _ extent: ScopeExtent
    ) throws(HostError) -> LoudnessMeter {
        try LoudnessMeter(rate: rate, extent.isLive ? .endless : .history)
    }

    mutating func add(_ samples: Span<Float>) {
        let step = max(rate / LoudnessHistory.perSecond, 1)
        let count = samples.count / 2
        var done = 0
        while done < count {
            let part = min(count - done, step - frames)
            meter.add(samples.extracting(2 * done..<2 * (done + part)))
            done += part
            frames += part
            guard frames == step else { continue }
            frames = 0
            history.append(
                LoudnessHistory.Values(momentary: meter.momentary, shortTerm: meter.shortTerm)
            )
        }
    }

    func plot(width: Int, height: Int, start: Double) -> Plot {
        var history = history
        if !extent.isLive, frames > 0 {
            // The end, which fills no step.
            history.append(
                LoudnessHistory.Values(momentary: meter.momentary, shortTerm: meter.shortTerm)
            )
        }
        history.integrated = meter.integrated
        history.truePeak = meter.highestTruePeak
        return history.plot(width: width, start: start)
    }

    mutating func zoom(by steps: Int) { history.zoom(by: steps) }

    mutating func reset() {
        // Without memory for another one, the old one measures on.
        if let new = try? Self.meter(rate, extent) { meter = new }
        history.reset()
        frames = 0
    }
}
