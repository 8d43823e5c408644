import SamplerHost

/// The sound devices and MIDI ports that there are.
struct DeviceReport: Sendable {
    /// The fault of ALSA's configuration, which hides its devices.
    var fault: String?
    /// The cards' outputs; `nil` if a driver does not answer.
    var outputs: [HardwareOutput]?
    var plugins: [PluginOutput]
    /// The destination of ALSA's device `default`; `nil` if it does not answer.
    var route: OutputRoute?
    /// Whether that can be had; `nil` if it does not answer.
    var defaultState: DeviceState?
    /// The JACK server, or why there is none; `nil` if it does not answer.
    var jack: Result<JACKServer, HostError>?
    /// The sequencer's ports, or why there are none.
    var ports: Result<[MIDIPort], HostError>

    /// A device that needs longer to open is as good as none.
    private static let patience = 5

    /// Looks.
    static func made() -> DeviceReport {
        // Reading the configuration may ask a sound server whether it runs.
        let configuration = TimeLimit.value(within: patience) {
            (ALSAConfiguration.fault, PluginOutput.all(), OutputRoute(of: "default"))
        }
        guard let (fault, plugins, route) = configuration else {
            return DeviceReport(plugins: [], jack: jack(), ports: ports())
        }
        return DeviceReport(
            fault: fault,
            outputs: TimeLimit.value(within: patience) { HardwareOutput.all() },
            plugins: plugins,
            route: route,
            defaultState: TimeLimit.value(within: patience) { DeviceState(probing: "default") },
            jack: jack(),
            ports: ports()
        )
    }

    /// The JACK server, or why there is none; `nil` if it does not answer.
    static func jack() -> Result<JACKServer, HostError>? {
        TimeLimit.value(within: patience) {
            do throws(HostError) {
                return .success(try JACKServer())
            } catch {
                return .failure(error)
            }
        }
    }

    /// The remedy for a configuration that cannot be read.
    static let faultAdvice =
        "correct the named line of ~/.asoundrc or /etc/asound.conf, or move the file away"

    /// The sequencer's ports, or why there are none.
    static func ports() -> Result<[MIDIPort], HostError> {
        do throws(HostError) {
            return .success(try MIDIPort.all())
        } catch {
            return .failure(error)
        }
    }
}

extension DeviceState {
    /// The reason why it is not available; `nil` if it is.
    var obstacle: String? {
        switch self {
        case .free: nil
        case .busy: "in use"
        case .forbidden: "permission denied"
        case .unavailable(let reason): "cannot be opened (\(reason))"
        }
    }

    /// A word for it in JSON.
    var word: String {
        switch self {
        case .free: "free"
        case .busy: "busy"
        case .forbidden: "forbidden"
        case .unavailable: "unavailable"
        }
    }
}
