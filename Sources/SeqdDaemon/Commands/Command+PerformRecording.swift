import ControlProtocol
import Playback
import SamplerHost

/// The commands for taps, recordings, devices, ports, controllers and render jobs.
extension Command.Tap: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> Int {
        let settings = context.transport.settings
        return try await context.transport.devices.taps.add(
            strip,
            to: try TapDestination(self, rate: context.transport.run.rate, settings.policy),
            target: target,
            at: point == .pre ? .pre : .post,
            samplers: settings.expectedSamplers
        )
    }
}

extension Command.Untap: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> [TapEntry] {
        [try await context.transport.devices.taps.end(tap)]
    }
}

extension Command.Taps: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> [TapEntry] {
        context.transport.devices.taps.entries
    }
}

extension Command.Record: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> Done {
        try await context.transport.recording.record(self)
        return Done()
    }
}

extension Command.RecordStop: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> RecordingSummary {
        try await context.transport.recording.stop()
    }
}

extension Command.Capture: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> RecordingSummary {
        try await context.transport.recording.capture(self)
    }
}

extension Command.Outputs: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> OutputListing {
        context.transport.devices.listing
    }
}

extension Command.Device: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> Done {
        try await context.transport.devices.change(to: device)
        return Done()
    }
}

extension Command.Ports: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> PortListing {
        context.transport.inputs.listing
    }
}

extension Command.Connect: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> [PortEntry] {
        try await context.transport.inputs.connect(pattern)
    }
}

extension Command.Disconnect: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> [PortEntry] {
        try await context.transport.inputs.disconnect(pattern)
    }
}

extension Command.Map: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> [MapEntry] {
        try map.check(context)
        return [try context.transport.controllers.map(map, role: context.session.permission)]
    }
}

extension Command.Learn: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> [MapEntry] {
        try map.check(context)
        let role = context.session.permission
        return [try await context.transport.controllers.learn(map, role: role, seconds: seconds)]
    }
}

extension ControllerMap {
    /// Checks the input, and the names in the command: strips, effects buses and inputs.
    ///
    /// Names that belong to a piece, such as tracks and positions, may come with the next one.
    ///
    /// - Throws: The fault of the map or its command.
    @EventLoop
    fileprivate func check(_ context: CommandContext) throws(RequestError) {
        try context.transport.controllers.checkInput(of: self)
        let commands = try ControllerMaps.commands(of: self, role: context.session.permission)
        do throws(RequestError) {
            for command in commands.compactMap({ $0 as? any PerformedCommand }) {
                _ = try command.checkNames(context.transport)
            }
        } catch {
            throw RequestError(number: error.number, "command: \(error.message)")
        }
    }
}

extension Command.Unmap: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Int {
        try context.transport.controllers.unmap(map)
    }
}

extension Command.Maps: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> [MapEntry] {
        context.transport.controllers.entries
    }
}

extension Command.Render: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Int {
        let files = FileRequest([], encoding: encoding, embeddedFont: embeddedFont)
        let transport = context.transport
        return try transport.jobs.add(
            try RenderRequest(
                request: self,
                options: try files.options(transport.settings.piece),
                settings: transport.settings,
                loader: transport.queue.loader,
                mixer: transport.mixer
            ).work()
        )
    }
}

extension Command.Jobs: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> [JobEntry] {
        context.transport.jobs.entries
    }
}

extension Command.CancelJob: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.jobs.cancel(job)
        return Done()
    }
}
