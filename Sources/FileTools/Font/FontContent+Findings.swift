import Instruments
import SamplerHost
import SoundFont

extension FontContent {
    /// The findings that are more than notes, in words.
    package var reportedFindings: [String] {
        findings.filter { $0.severity != .note }.map(\.description)
            + reading.diagnostics.filter { $0.severity != .note }.map { "\(path): \($0)" }
    }
}
