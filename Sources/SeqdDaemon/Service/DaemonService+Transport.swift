import ControlProtocol
import NIOCore

extension DaemonService {
    /// Makes the transport and has it sound; on the event loop.
    func makeTransport(on eventLoop: any EventLoop) throws(RequestError) -> Transport {
        let transport = try Transport(settings, on: eventLoop, logger: logger)
        transport.onStatusChange = notifier.status
        try transport.start()
        return transport
    }
}
