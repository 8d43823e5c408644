import Platform
import SamplerHost

/// `seqd --version -v`: the versions of seqd and its libraries, and the known faults of FluidSynth.
enum VersionReport {
    /// Whether a command line asks for it.
    static func isAskedFor(_ arguments: [String]) -> Bool {
        let others = arguments.filter { $0 != "--version" }
        return others.count < arguments.count && !others.isEmpty
            && others.allSatisfy { ["-v", "--verbose"].contains($0) }
    }

    /// The lines.
    static var text: String {
        var lines = ["seqd \(ProgramVersion.number)"]
        lines += SoundLibrary.all.map { "\($0.name) \($0.version)" }
        let faults = SoundLibrary.fluidSynthVersion.map(LibraryFault.ofFluidSynth) ?? []
        let start = "known fault of this FluidSynth"
        lines += faults.filter { $0.effect == .heard }.map { "\(start), audible: \($0.text)" }
        for fault in faults {
            guard case .keptOut(let reason) = fault.effect else { continue }
            let advisory = fault.advisory.map { " (\($0))" } ?? ""
            lines.append("\(start), without effect in seqd: \(fault.text)\(advisory): \(reason)")
        }
        return lines.map { $0 + "\n" }.joined()
    }
}
