import ControlProtocol
import SamplerHost

extension Normalization {
    /// The level that a request asks for.
    init(_ level: RenderLevel) {
        self =
            switch level {
            case .peak(let level): .peak(level)
            case .truePeak(let level): .truePeak(level)
            case .loudness(let level): .loudness(level)
            }
    }
}

extension RenderLevel {
    /// A level as clients see it.
    init(_ level: Normalization) {
        self =
            switch level {
            case .peak(let level): .peak(level)
            case .truePeak(let level): .truePeak(level)
            case .loudness(let level): .loudness(level)
            }
    }
}
