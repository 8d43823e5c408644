import ArgumentParser
import SMF
import Sequencer

/// A meter as it is typed: `6/8`.
struct MeterArgument: ExpressibleByArgument {
    let signature: TimeSignature

    init?(argument: String) {
        guard let signature = TimeSignature(parsing: argument) else { return nil }
        self.signature = signature
    }
}
