import ControlProtocol

/// The commands that begin and end groups.
extension Command.Begin: ImmediateCommand {
    var concernsGroup: Bool { true }

    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        guard context.session.group == nil else {
            throw RequestError(.usage, "begin: a group has begun already; expected end or discard")
        }
        context.session.group = RequestGroup()
        return Done()
    }
}

extension Command.Discard: ImmediateCommand {
    var concernsGroup: Bool { true }

    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        _ = try context.endedGroup(by: self)
        return Done()
    }
}

extension Command.End: PerformedCommand {
    var takesPosition: Bool { true }
    var concernsGroup: Bool { true }

    func begin(_ context: CommandContext) throws(RequestError) -> Outcome {
        let group = try context.endedGroup(by: self)
        if let fault = group.fault { throw fault }
        let commands = try group.immediate
        let work = { () throws(RequestError) -> Outcome in
            .done(Reply(self, try perform(commands, context)))
        }
        guard let position = context.position else { return try work() }
        try context.transport.check(commands)
        return try context.daemon.schedule(
            self,
            commands.contains(where: \.endsGroup) ? .near : .exact,
            at: position,
            changesLoop: commands.contains(where: \.changesLoop),
            work
        )
    }

    @EventLoop
    private func perform(
        _ commands: [any ImmediateCommand],
        _ context: CommandContext
    ) throws(RequestError) -> Done {
        var warning: String?
        try context.transport.perform(commands) { command throws(RequestError) in
            guard case .done(let reply) = try command.begin(context) else { return }
            warning = warning ?? reply.warning
        }
        return Done(warning: warning)
    }
}

extension CommandContext {
    /// Takes the session's group, which ends with a command.
    ///
    /// - Throws: Status 64 if none has begun.
    fileprivate func endedGroup(
        by command: some ControlCommand
    ) throws(RequestError) -> RequestGroup {
        guard let group = session.group else {
            throw RequestError(.usage, "\(command.name): expected begin before")
        }
        session.group = nil
        return group
    }
}

extension RequestGroup {
    /// The commands: all that a group can have are carried out at once.
    fileprivate var immediate: [any ImmediateCommand] {
        get throws(RequestError) {
            var immediate: [any ImmediateCommand] = []
            for command in commands {
                guard let command = command as? any ImmediateCommand else {
                    throw .internal("\(command.name) cannot be carried out at once")
                }
                immediate.append(command)
            }
            return immediate
        }
    }
}
