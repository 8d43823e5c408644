import ControlProtocol
import MPDProtocol
import SeqdClient

/// The connection of one client to the daemon, made when it is first needed, and again after a loss.
///
/// One thread uses it.
final class MPDDaemon {
    private struct Open {
        var connection: DaemonConnection
        /// The process ID of the daemon.
        var process: Int
        /// The role that its socket gives.
        var role: Permission
        /// The number of losses before it was made.
        var losses: Int
    }

    private let hub: MPDHub
    private let options: MPDDaemonOptions
    private var open: Open?

    init(_ hub: MPDHub, _ options: MPDDaemonOptions) {
        (self.hub, self.options) = (hub, options)
    }

    /// Asks the daemon.
    ///
    /// - Throws: 52 if the daemon is not there; else the error for the one that it answers.
    func ask<Asked: ControlCommand>(_ command: Asked) throws(MPDFault) -> Asked.Answer {
        do throws(RequestError) {
            return try request(command)
        } catch {
            throw MPDFault(error)
        }
    }

    /// Asks the daemon.
    ///
    /// - Throws: The error that the daemon answers, or 69 if it is not there.
    func request<Asked: ControlCommand>(
        _ command: Asked
    ) throws(RequestError) -> Asked.Answer {
        let isKnown = open?.losses == hub.losses
        do throws(RequestError) {
            return try connected().connection.ask(command)
        } catch {
            guard error.isLoss else { throw error }
            open = nil
            // A daemon that was restarted meanwhile has not done it; another might have.
            guard isKnown, Asked.details.isReadOnly else { throw error }
            return try connected().connection.ask(command)
        }
    }

    /// The queue, as all clients see it.
    ///
    /// - Parameter version: The version that `status` has, if it was asked.
    /// - Returns: The queue.
    /// - Throws: As ``ask(_:)``.
    func queue(version: Int? = nil) throws(MPDFault) -> MPDQueue {
        do throws(RequestError) {
            let process = try connected().process
            if let queue = hub.queue(of: process, version: version) { return queue }
            let listing = try request(Command.Queue())
            return hub.note(listing, of: try connected().process)
        } catch {
            throw MPDFault(error)
        }
    }

    /// The role that the daemon's socket gives; `nil` while there is no daemon.
    var role: Permission? { try? connected().role }

    private func connected() throws(RequestError) -> Open {
        let losses = hub.losses
        if let open, open.losses == losses { return open }
        open = nil
        let connection = try options.connect()
        let new = Open(
            connection: connection,
            process: try connection.ask(Command.Version()).processID,
            role: try connection.ask(Command.WhoAmI()).role,
            losses: losses
        )
        open = new
        return new
    }
}

extension RequestError {
    /// Whether the daemon is not there, or does not answer.
    fileprivate var isLoss: Bool {
        switch code {
        case .unavailable, .io, .timedOut: true
        default: false
        }
    }
}

extension MPDFault {
    /// The error for one of the daemon.
    init(_ error: RequestError) {
        let code: Code =
            switch error.code {
            case .invalidArguments: .argument
            case .noInput, .usage: .noExist
            case .notPermitted: .permission
            case .busy: .playlistMax
            case .cannotCreate: .exists
            default: .system
            }
        self.init(code, error.message)
    }
}
