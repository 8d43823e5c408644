import ControlProtocol
import Glibc
import Logging
import SamplerHost

/// The commands for the daemon itself, and for events.
extension Command.Status: PerformedCommand {
    func begin(_ context: CommandContext) throws(RequestError) -> Outcome {
        // Written once for all clients that ask at the same time.
        .done(Reply(text: context.daemon.hub.status(for: context.session)))
    }
}

extension Command.Help: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> HelpAnswer {
        guard let command else { return .list(CommandHelp.list) }
        return .command(CommandHelp.explanation(of: try CommandTable.command(command).details))
    }
}

extension Command.Ping: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done { Done() }
}

extension Command.Version: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> DaemonVersion {
        DaemonVersion(
            version: context.daemon.version,
            protocolVersion: ProtocolVersion.current,
            processID: Int(getpid())
        )
    }
}

extension Command.Stats: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> DaemonStatistics {
        var statistics = context.daemon.hub.statistics()
        statistics.starved = SampleStream.shared.starvedCount
        return statistics
    }
}

extension Command.WhoAmI: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> ClientIdentity {
        let session = context.session
        return ClientIdentity(
            role: session.permission,
            user: Int(session.peer.user),
            processID: Int(session.peer.process)
        )
    }
}

extension Command.Discover: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> String {
        OpenRPCDocument.text
    }
}

extension Command.ReloadConfig: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> [String] {
        try await context.daemon.reloader.reload()
    }
}

extension Command.SetLogLevel: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        context.transport.reporter.setLogLevel(Logger.Level(level))
        return Done()
    }
}

extension Command.Quit: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        let quit = context.daemon.onQuit
        EventLoop.execute { quit() }
        return Done()
    }
}

extension Command.Subscribe: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        context.session.subscribe(types, positionRate: positionRate, levelsRate: levelsRate)
        return Done()
    }
}

extension Command.Unsubscribe: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        context.session.unsubscribe(types)
        return Done()
    }
}
