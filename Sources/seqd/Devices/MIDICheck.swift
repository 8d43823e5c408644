import SamplerHost

/// Checks the sources of live MIDI.
enum MIDICheck {
    static var result: DiagnosticResult {
        switch DeviceReport.ports() {
        case .failure(let error):
            return .note("midi", error.description)
        case .success(let ports):
            let keyboards = ports.filter { $0.isReadable && $0.isHardware }
            guard !keyboards.isEmpty else {
                return .ok(
                    "midi",
                    "ALSA sequencer: available; no keyboard yet, seqd live connects one when it is "
                        + "plugged in"
                )
            }
            let names = keyboards.map { "\($0.clientName):\($0.name) (\($0.address))" }
            let shown = names.prefix(4).joined(separator: ", ")
            let rest = names.count > 4 ? " and \(names.count - 4) more" : ""
            return .ok("midi", "ALSA sequencer: available; seqd live connects \(shown)\(rest)")
        }
    }
}
