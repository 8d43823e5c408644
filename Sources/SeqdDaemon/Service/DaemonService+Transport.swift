import ControlProtocol
import NIOCore

extension DaemonService {
    /// Makes and starts the transport; on the event loop.
    func makeTransport(on eventLoop: any EventLoop) throws(RequestError) -> Transport {
        let transport = try Transport(settings, on: eventLoop, logger: logger)
        transport.reporter.onStatusChange = notifier.status
        try transport.start(settings.live)
        return transport
    }
}
