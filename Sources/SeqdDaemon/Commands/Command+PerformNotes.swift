import ControlProtocol
import Playback

/// The commands for notes and messages on the live inputs.
extension Command.Program: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.inputs.select(preset, on: channel)
        return Done(warning: context.transport.instruments.warning(of: preset, on: channel))
    }

    func checkNames(_ transport: Transport) throws(RequestError) -> Int {
        try transport.inputs.checkInput(channel.input)
        return 1
    }
}

extension Command.Note: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        let transport = context.transport
        try transport.inputs.play(self, after: transport.run.playback.secondsUntilExactFrame)
        return Done(warning: velocity > 0 ? transport.devices.warning : nil)
    }

    func checkNames(_ transport: Transport) throws(RequestError) -> Int {
        try transport.inputs.checkInput(channel.input)
        try transport.inputs.checkTimedNotes(self)
        return 1
    }
}

extension Command.ControlChange: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.inputs.send(self)
        return Done()
    }

    func checkNames(_ transport: Transport) throws(RequestError) -> Int {
        try transport.inputs.checkInput(channel.input)
        return 1
    }
}

extension Command.SendMIDI: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.inputs.send(bytes, to: input)
        return Done(warning: context.transport.devices.warning)
    }

    func checkNames(_ transport: Transport) throws(RequestError) -> Int {
        try transport.inputs.checkInput(input)
        return try transport.inputs.messages(in: bytes)
    }
}

extension Command.Panic: ImmediateCommand {
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        context.transport.inputs.panic()
        return Done()
    }

    func checkNames(_ transport: Transport) throws(RequestError) -> Int { 1 }
}

extension Command.Why: AsyncCommand {
    func perform(_ context: CommandContext) async throws -> SoundReport {
        try await SoundExplainer(transport: context.transport).explain()
    }
}
