import Platform
import Scope

extension ScopeViewKind {
    /// The name of the view for people.
    var title: String {
        switch self {
        case .oscilloscope: "Oscilloscope"
        case .lissajous: "Lissajous"
        case .spectrum: "Spectrum"
        case .spectrogram: "Spectrogram"
        case .correlation: "Correlation"
        case .loudness: "Loudness"
        }
    }

    /// Makes the view.
    ///
    /// - Parameters:
    ///   - rate: Frames per second.
    ///   - extent: The sound.
    ///   - span: The time that an oscilloscope shows, in seconds.
    /// - Returns: The view without frames.
    /// - Throws: `internal` where there is no memory for a meter.
    func view(
        rate: Int,
        _ extent: ScopeExtent,
        span: Double
    ) throws(HostError) -> any ScopeView {
        switch self {
        case .oscilloscope: Oscilloscope(rate: rate, extent, span: span)
        case .lissajous: Lissajous(rate: rate, extent)
        case .spectrum: SpectrumAnalyzer(rate: rate, extent)
        case .spectrogram: Spectrogram(rate: rate, extent)
        case .correlation: CorrelationMeter(rate: rate, extent)
        case .loudness: try LoudnessView(rate: rate, extent)
        }
    }
}
