import Glibc
import Platform
import SamplerHost
import Wording

/// Checks the versions of seqd and the system.
enum SystemCheck {
    /// The versions of seqd and of the libraries that are loaded.
    static var versions: DiagnosticResult {
        let libraries = SoundLibrary.all.map { "\($0.name) \($0.version)" }
        return .ok(
            "versions",
            "seqd \(ProgramVersion.number); \(libraries.joined(separator: ", "))"
        )
    }

    /// The faults of the FluidSynth that is loaded; `nil` if none is.
    static var fluidSynth: DiagnosticResult? {
        guard let version = SoundLibrary.fluidSynthVersion else { return nil }
        let faults = LibraryFault.ofFluidSynth(version)
        func texts(_ part: (LibraryFault) -> String?) -> String {
            faults.compactMap(part).joined(separator: "; ")
        }
        let heard = texts { $0.effect == .heard ? $0.text : nil }
        let keptOut = texts { fault in
            guard case .keptOut(let reason) = fault.effect else { return nil }
            let name = fault.advisory.map { "\($0), " } ?? ""
            return "\(name)\(fault.text) (\(reason))"
        }
        return .ok(
            "fluidsynth",
            "FluidSynth \(version): "
                + (heard.isEmpty
                    ? "no audible known faults" : "audible known faults: \(heard)")
                + (keptOut.isEmpty ? "" : ". Without effect in seqd: \(keptOut)")
        )
    }

    /// The kernel and the processors.
    static var kernel: DiagnosticResult {
        let release = KernelFile.text("/proc/sys/kernel/osrelease") ?? "of an unknown version"
        return .ok(
            "kernel",
            "Linux \(release), \(NumberText.count(Processors.count, "processor"))"
        )
    }

    /// The frequency governor of the processors; `nil` if it is harmless or not known.
    ///
    /// `powersave` keeps the lowest speed, but for the P-state drivers, which take it as a hint
    /// (Documentation/admin-guide/pm/cpufreq.rst and intel_pstate.rst of the kernel).
    static var governor: DiagnosticResult? {
        let folder = "/sys/devices/system/cpu/cpu0/cpufreq"
        guard KernelFile.text("\(folder)/scaling_governor") == "powersave",
            let driver = KernelFile.text("\(folder)/scaling_driver"),
            !driver.contains("pstate")
        else { return nil }
        return .note(
            "governor",
            "the processors run at their lowest speed (governor powersave): sound may click with "
                + "many voices",
            advice: "sudo cpupower frequency-set -g schedutil"
        )
    }
}
