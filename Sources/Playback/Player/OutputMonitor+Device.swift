public import SamplerHost

extension OutputMonitor.State {
    /// The state of a device's output.
    public init(_ state: OutputState) {
        switch state {
        case .running: self = .running
        case .idle: self = .idle
        case .lost(let loss):
            self = .lost(OutputMonitor.Loss(loss.reason.description, since: loss.start))
        }
    }
}
