import ControlProtocol
import Effects
import SamplerHost

/// The levels of the master and of all strips at a time.
package struct LevelSnapshot {
    /// The levels of the master or of a strip.
    struct Meter {
        /// The name of the strip; `nil` for the master.
        var strip: String?
        /// The highest peaks since the snapshot before.
        var peak: MeterReading.Sides
        /// The reading of the meter.
        var reading: MeterReading
    }

    var meters: [Meter]

    /// Takes the levels of an engine; the peaks begin anew.
    ///
    /// There is one taker for an engine: it gives the snapshot to all who need it.
    ///
    /// - Parameters:
    ///   - engine: The engine.
    ///   - strips: The names of the strips.
    init(taking engine: Engine, _ strips: [String]) {
        meters = [Meter(peak: engine.takeMasterPeaks(), reading: engine.masterMeter)]
        for name in strips {
            guard let peak = try? engine.takePeaks(ofStrip: name),
                let reading = try? engine.meter(ofStrip: name)
            else { continue }
            meters.append(Meter(strip: name, peak: peak, reading: reading))
        }
    }

    /// Makes a snapshot of meters.
    init(_ meters: [Meter]) {
        self.meters = meters
    }
}

/// The levels since the last event of a client.
struct LevelHistory {
    /// By the name of the strip: the highest peaks since the event.
    private var peaks: [String?: MeterReading.Sides] = [:]
    /// By the name of the strip: the reading at the event.
    private var readings: [String?: MeterReading] = [:]

    /// Begins with a snapshot.
    init(_ snapshot: LevelSnapshot) {
        note(snapshot)
    }

    /// Adds the peaks of a snapshot.
    mutating func add(_ snapshot: LevelSnapshot) {
        for meter in snapshot.meters {
            let peak = peaks[meter.strip] ?? MeterReading.Sides(left: 0, right: 0)
            peaks[meter.strip] = MeterReading.Sides(
                left: max(peak.left, meter.peak.left),
                right: max(peak.right, meter.peak.right)
            )
        }
    }

    /// The levels since the last call, up to a snapshot that was added.
    mutating func take(_ snapshot: LevelSnapshot) -> [MeasuredLevels] {
        let levels = snapshot.meters.map { meter in
            let square = meter.reading.meanSquare(since: readings[meter.strip])
            return MeasuredLevels(
                strip: meter.strip,
                peak: StripEntry.Levels(rounding: peaks[meter.strip] ?? meter.peak),
                rms: StripEntry.Levels(
                    rounding: MeterReading.Sides(
                        left: square.left.squareRoot(),
                        right: square.right.squareRoot()
                    )
                ),
                heldPeak: StripEntry.Levels(rounding: meter.reading.heldPeak)
            )
        }
        note(snapshot)
        return levels
    }

    private mutating func note(_ snapshot: LevelSnapshot) {
        peaks = [:]
        readings = Dictionary(snapshot.meters.map { ($0.strip, $0.reading) }) { $1 }
    }
}

extension StripEntry.Levels {
    /// The levels of factors in dB, to a hundredth.
    fileprivate init(rounding sides: MeterReading.Sides) {
        func level(_ factor: Double) -> Double {
            let level = Decibels.level(factor)
            return level.isFinite ? (level * 100).rounded() / 100 : -.infinity
        }
        self.init(left: level(sides.left), right: level(sides.right))
    }
}
