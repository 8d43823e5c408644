import Glibc
import SVG
import Sequencer
import Wording

/// An axis of a drawing.
package struct PlotAxis: Hashable, Sendable {
    /// The scales.
    package enum Scale: Hashable, Sendable {
        /// Numbers from one to another.
        case linear(Double, Double)
        /// Frequencies of ``FrequencyScale``.
        case frequency
        /// Seconds from one to another; below 0 those before now.
        case time(Double, Double)
        /// Amplitudes of two lanes, each from −reach to reach.
        case lanes(Double)
    }

    /// A mark with a label.
    package struct Tick: Hashable, Sendable {
        /// The position, 0 … 1.
        package var position: Double
        /// The label.
        package var label: String
    }

    /// The quantity, or the unit of the labels.
    package var title: String
    /// The scale.
    package var scale: Scale

    /// Makes an axis.
    package init(_ title: String, _ scale: Scale) {
        (self.title, self.scale) = (title, scale)
    }

    /// The marks, at round numbers.
    ///
    /// - Parameter most: The most marks that there is room for, 2 or more.
    /// - Returns: The marks in order.
    package func ticks(most: Int) -> [Tick] {
        switch scale {
        case .linear(let low, let high): Self.ticks(low, high, most: most)
        case .frequency: Self.frequencies(most: most)
        case .time(let start, let end): Self.times(start, end, most: most)
        case .lanes(let reach): Self.lanes(reach, most: most)
        }
    }

    private static func ticks(_ low: Double, _ high: Double, most: Int) -> [Tick] {
        guard high > low else { return [] }
        let step = roundStep(atLeast: (high - low) / Double(max(most - 1, 1)))
        let first = (low / step - 1e-6).rounded(.up)
        let last = (high / step + 1e-6).rounded(.down)
        guard last >= first else { return [] }
        return (Int(first)...Int(last)).map { index in
            let value = Double(index) * step
            return Tick(
                position: (value - low) / (high - low),
                label: NumberText.decimal(value, decimals: 6)
            )
        }
    }

    /// The least of 1, 2 and 5 times a power of ten that is no less than a step.
    private static func roundStep(atLeast step: Double) -> Double {
        let power = pow(10, log10(step).rounded(.down))
        let factor = [1.0, 2, 5, 10].first { $0 * power >= step * (1 - 1e-9) } ?? 10
        return factor * power
    }

    private static func frequencies(most: Int) -> [Tick] {
        let sets: [[Double]] = [
            [20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000],
            [20, 100, 500, 2_000, 10_000], [100, 1_000, 10_000], [1_000],
        ]
        let chosen = sets.first { $0.count <= most } ?? [1_000]
        return chosen.map { hertz in
            Tick(
                position: FrequencyScale.position(of: hertz),
                label: hertz < 1_000 ? "\(Int(hertz))" : "\(Int(hertz / 1_000))k"
            )
        }
    }

    private static func times(_ start: Double, _ end: Double, most: Int) -> [Tick] {
        guard end > start else { return [] }
        let step = RulerStep.milliseconds(1, least: (end - start) / Double(most), finest: 1)
        let first = Int64((start * 1_000 / Double(step) - 1e-6).rounded(.up))
        let last = Int64((end * 1_000 / Double(step) + 1e-6).rounded(.down))
        guard last >= first else { return [] }
        let decimals = step % 1_000 == 0 ? 0 : step % 100 == 0 ? 1 : step % 10 == 0 ? 2 : 3
        return (first...last).map { index in
            let milliseconds = index * step
            let text = TimeText.text(
                nanoseconds: abs(milliseconds) * 1_000_000,
                decimals: decimals...decimals
            )
            return Tick(
                position: (Double(milliseconds) / 1_000 - start) / (end - start),
                label: milliseconds < 0 ? "-\(text)" : milliseconds == 0 && start < 0 ? "now" : text
            )
        }
    }

    /// A time as text, with milliseconds.
    static func timeText(seconds: Double) -> String {
        TimeText.text(nanoseconds: Int64(max(seconds, 0) * 1e9), decimals: 0...3)
    }

    private static func lanes(_ reach: Double, most: Int) -> [Tick] {
        let values = most >= 10 ? [-1, -0.5, 0, 0.5, 1] : most >= 6 ? [-1, 0, 1] : [0.0]
        return PlotLane.allCases.flatMap { lane in
            values.map { part in
                Tick(
                    position: lane.position(part),
                    label: NumberText.decimal(part * reach, decimals: 6)
                )
            }
        }
    }
}
