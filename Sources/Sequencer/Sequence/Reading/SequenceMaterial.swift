import MIDI
import SMF

/// The data that the tracks of a sequence share, collected while they are scanned one by one.
struct SequenceMaterial {
    var tempos: [TempoMap.Change] = []
    var meters: [MeterMap.Change] = []
    var keys: [KeyChange] = []
    var markers: [Marker] = []
    /// The FF 21 value of each sampler.
    private(set) var ports: [UInt8] = []
    /// The device of each sampler that is for one alone.
    private(set) var devices: [String?] = []
    private(set) var messages: [MessageSpan] = []
    private(set) var bytes: [UInt8] = []
    private(set) var diagnostics: [Diagnostic] = []

    /// A port, or a device of it that has a sampler of its own.
    private struct Place: Hashable {
        var port: UInt8
        var device: String?
    }

    /// By port, and by device where it has a sampler of its own: the number of its sampler.
    private var samplers: [Place: UInt8] = [:]
    private var portCount = 0
    private var omittedCount = 0
    private static let maximumDiagnostics = 100

    /// Nothing yet.
    init() {}

    /// The messages of a schedule.
    init(messages: [MessageSpan], bytes: [UInt8]) {
        self.messages = messages
        self.bytes = bytes
    }

    /// The sampler of a port, or of a device of it; one that was not met yet gets the next.
    mutating func sampler(ofPort port: UInt8, device: String? = nil) -> UInt8 {
        let place = Place(port: port, device: device)
        if let known = samplers[place] { return known }
        let sampler = UInt8(truncatingIfNeeded: portCount % Schedule.maximumPorts)
        samplers[place] = sampler
        portCount += 1
        if portCount <= Schedule.maximumPorts {
            ports.append(port)
            devices.append(device)
        } else {
            let first = Int(ports[Int(sampler)]) + 1
            report(
                Diagnostic(
                    code: .tooManyPorts,
                    severity: .warning,
                    detail:
                        "more than \(Schedule.maximumPorts) ports"
                        + (device == nil ? "" : " and devices") + ": port \(Int(port) + 1)"
                        + (device.map { " (\($0))" } ?? "") + " shares the sampler of port \(first)"
                        + (devices[Int(sampler)].map { " (\($0))" } ?? "")
                )
            )
        }
        return sampler
    }

    /// Keeps a joined System Exclusive message, F0 and F7 left out, and says its index.
    mutating func add(message: ArraySlice<UInt8>) -> UInt32 {
        let meaning = SystemExclusive.meaning(of: message.span)
        var isReset = false
        var isTuning = false
        switch meaning {
        case .reset: isReset = true
        case .tuning: isTuning = true
        default: break
        }
        messages.append(
            MessageSpan(
                offset: bytes.count,
                count: message.count,
                isReset: isReset,
                isTuning: isTuning,
                hash: StateHash.of(message),
                reach: MessageReach(of: message)
            )
        )
        bytes += message
        return UInt32(truncatingIfNeeded: messages.count - 1)
    }

    mutating func report(_ diagnostic: Diagnostic) {
        guard diagnostics.count >= Self.maximumDiagnostics else {
            diagnostics.append(diagnostic)
            return
        }
        omittedCount += 1
    }

    /// The diagnostics, and at their end one that counts the others.
    var allDiagnostics: [Diagnostic] {
        guard omittedCount > 0 else { return diagnostics }
        let more = Diagnostic(
            code: .sequenceDiagnosticsOmitted,
            severity: diagnostics.map(\.severity).max() ?? .note,
            detail: "\(omittedCount) more notices omitted"
        )
        return diagnostics + [more]
    }
}
