import CommandSupport
import SamplerHost

/// The sound device that would be played to.
struct DeviceCheck {
    var device: DeviceOptions
    var samples: SampleOptions

    /// A device that needs longer to open is as good as none.
    private static let patience = 5

    var results: [DiagnosticResult] {
        guard !device.isNull else {
            return [.note("device", "no device (--null): nothing will be heard")]
        }
        return [opened]
    }

    private var opened: DiagnosticResult {
        let settings = device.requestedSettings(samples)
        let name = "device \(settings.device)"
        if JACKServer.isMeant(by: settings.device) { return jack(settings) }
        let answer = TimeLimit.value(within: Self.patience) {
            (OutputRoute(of: settings.device), Self.open(settings))
        }
        guard let (route, outcome) = answer else {
            return .problem(
                "device",
                "\(name) does not answer within \(Self.patience) s",
                .unavailable,
                advice: "check that the sound server is running (systemctl --user status pipewire "
                    + "pulseaudio), or choose another --device; seqd devices lists them"
            )
        }
        switch outcome {
        case .success(let words):
            return .ok("device", "\(name)\(Self.suffix(route, settings.device)): \(words)")
        case .failure(let error):
            return .problem(
                "device",
                message(of: error, name),
                ExitStatus(error.code),
                advice: advice(for: error, route)
            )
        }
    }

    /// The result for a client of JACK.
    private func jack(_ settings: DeviceSettings) -> DiagnosticResult {
        let name = "device \(settings.device)"
        let answer = TimeLimit.value(within: Self.patience) {
            Self.open(settings)
        }
        guard let answer else {
            return .problem(
                "device",
                "\(name): the JACK server does not answer within \(Self.patience) s",
                .unavailable,
                advice: "restart the JACK server, or choose another --device"
            )
        }
        switch answer {
        case .success(let words):
            let route = JACKServer.route(isPipeWire: JACKServer.usesPipeWire)
            return .ok("device", "\(name) (\(route)): \(words)")
        case .failure(let error):
            let parts = error.description.split(separator: "; ", maxSplits: 1).map(String.init)
            return .problem(
                "device",
                parts[0],
                ExitStatus(error.code),
                advice: parts.count > 1 ? parts[1] : nil
            )
        }
    }

    /// Opens the device as play does, and closes it.
    private static func open(_ settings: DeviceSettings) -> Result<String, HostError> {
        do throws(HostError) {
            let sink = try settings.open()
            let granted = sink.granted.text(requested: settings)
            sink.abandon()
            return .success(granted)
        } catch {
            return .failure(error)
        }
    }

    /// The destination of a device, unless its name contains it.
    private static func suffix(_ route: OutputRoute, _ name: String) -> String {
        let server = server(of: route)
        switch route.end {
        case .unknown: return ""
        case .plugin(let type) where type == name: return server.map { " (\($0))" } ?? ""
        case .hardware, .plugin: return " (\(route)\(server.map { ": \($0)" } ?? ""))"
        }
    }

    /// The sound server behind a plugin of ALSA's, in words; `nil` for hardware.
    private static func server(of route: OutputRoute) -> String? {
        switch route.end {
        case .plugin("pipewire"): "PipeWire by ALSA's plugin"
        case .plugin("pulse"): "PulseAudio or PipeWire by ALSA's plugin"
        case .plugin("jack"): "JACK by ALSA's plugin"
        default: nil
        }
    }

    /// The problem; ``advice(for:_:)`` has the remedy, more exactly than the error itself.
    private func message(of error: HostError, _ name: String) -> String {
        if let fault = ALSAConfiguration.fault {
            return "\(name): ALSA's configuration cannot be read (\(fault))"
        }
        if error.code == .notPermitted { return "\(name): permission denied" }
        let whole = error.description
        guard let list = whole.firstRange(of: "; known: ") else { return whole }
        return String(whole[..<list.lowerBound])
    }

    private var outputs: [HardwareOutput] {
        TimeLimit.value(within: Self.patience) { HardwareOutput.all() } ?? []
    }

    private func advice(for error: HostError, _ route: OutputRoute) -> String? {
        switch error.code {
        case .busy:
            guard case .hardware(let address) = route.end,
                let output = outputs.first(where: { $0.address == address }),
                !output.users.isEmpty
            else { return "close the other program, or choose another --device" }
            return "in use by \(output.users.joined(separator: ", ")): close it, or choose another "
                + "--device"
        case .notPermitted:
            return AudioGroup.advice
        case .unavailable:
            if ALSAConfiguration.fault != nil { return DeviceReport.faultAdvice }
            return outputs.isEmpty
                ? "no sound card found; seqd render writes sound files, and --null plays "
                    + "without a device"
                : "seqd devices lists the devices and what they support"
        default:
            return nil
        }
    }
}
