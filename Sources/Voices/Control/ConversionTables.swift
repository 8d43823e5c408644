import Glibc
import Realtime
import Synchronization

/// The tables of ``Conversions``, 250 kB, which all engines with one rate share.
final class ConversionTables: Sendable {
    /// Amplitudes by attenuation in centibels.
    let amplitudes = FixedArray(count: 1_442) { pow(10, Double($0) / -200) }
    /// Ratios of frequencies by cents, up to an octave.
    let ratios = FixedArray(count: 1_201) { exp2(Double($0) / 1_200) }
    /// The concave curve, at 128 positions (SoundFont 2.04, §9.5).
    let curve = FixedArray(count: 129) { index in
        if index == 0 { return 0.0 }
        if index >= 127 { return 1 }
        return -400.0 / 960 * log10(Double(127 - index) / 127)
    }
    /// The parts of a side by position, 0.1 % apart.
    let pans = FixedArray(count: 1_002) { sin(Double($0) * (.pi / 2 / 1_001)) }
    /// The angles of cutoffs from 1,500 absolute cents on.
    let angles: FixedArray<Conversions.Angle>

    private struct WeakTables {
        weak var tables: ConversionTables?
    }

    private static let made = Mutex<[Double: WeakTables]>([:])

    private init(rate: Double) {
        angles = FixedArray(count: 12_002) { index in
            let hertz = 8.17579891564371 * exp2((1_500 + Double(index)) / 1_200)
            let angle = 2 * Double.pi * max(5, min(hertz, 0.45 * rate)) / rate
            return Conversions.Angle(cosine: cos(angle), sine: sin(angle))
        }
    }

    /// The tables for a rate: those in use, or new ones.
    ///
    /// Takes a lock and may allocate: not for the audio thread.
    static func shared(rate: Double) -> ConversionTables {
        made.withLock { made in
            if let tables = made[rate]?.tables { return tables }
            let tables = ConversionTables(rate: rate)
            made[rate] = WeakTables(tables: tables)
            return tables
        }
    }
}
