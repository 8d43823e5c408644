import SamplerHost

/// Whether JACK can be used as the device.
enum JACKCheck {
    static var result: DiagnosticResult {
        switch DeviceReport.jack() {
        case nil:
            .note("jack", "JACK: the server does not answer")
        case .success(let server)?:
            .ok("jack", "JACK: available with --device jack: \(server.words)")
        case .failure(let error)?:
            // Nobody needs it who plays to another device.
            .ok("jack", "JACK: not available: \(error.reason)")
        }
    }
}
