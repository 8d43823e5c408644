import ControlProtocol
import Effects
import Racks
import Sequencer

/// A command for a single insert of a strip.
private protocol InsertCommand: ImmediateCommand where Answer == Done {
    var strip: String { get }
    /// The time that the change takes; `nil` for the shortest.
    var length: PositionOffset? { get }

    /// Changes the inserts of the strip.
    func edit(_ inserts: inout [InsertSettings]) throws(RequestError)
}

extension InsertCommand {
    var length: PositionOffset? { nil }

    /// The change of the strip.
    @EventLoop
    private func change(_ transport: Transport) throws(RequestError) -> StripChange {
        var inserts = try transport.mixer.stripSettings(of: strip).inserts
        try edit(&inserts)
        return [.inserts: .inserts(inserts)]
    }

    @EventLoop
    func perform(_ context: CommandContext) throws(RequestError) -> Done {
        try context.transport.mixer.setStrip(strip, change(context.transport), over: length)
        return Done()
    }

    @EventLoop
    func check(_ state: inout CommandCheck) throws(RequestError) {
        let mixer = state.transport.mixer
        let settings = try mixer.stripSettings(of: strip)
        var inserts = state.inserts[strip] ?? settings.inserts
        try edit(&inserts)
        try mixer.check(inserts, of: strip)
        _ = try state.transport.run.frames(of: length)
        state.inserts[strip] = inserts
    }

    @EventLoop
    func checkNames(_ transport: Transport) throws(RequestError) -> Int {
        _ = try transport.mixer.stripSettings(of: strip)
        return 0
    }

    /// The index of an insert by its number.
    fileprivate func index(
        _ number: Int,
        in inserts: [InsertSettings]
    ) throws(RequestError) -> Int {
        guard number <= inserts.count else {
            let there =
                inserts.isEmpty
                ? "it has none" : "expected 1 to \(inserts.count): \(StripParameter.text(inserts))"
            throw RequestError(.usage, "strip \"\(strip)\": no insert \(number); \(there)")
        }
        return number - 1
    }

}

extension Command.AddInsert: InsertCommand {
    func edit(_ inserts: inout [InsertSettings]) throws(RequestError) {
        guard inserts.count < InsertSettings.most else {
            throw RequestError(
                .usage,
                "strip \"\(strip)\": has \(inserts.count) inserts, the most that a strip can have"
            )
        }
        let place = min(number.map { $0 - 1 } ?? inserts.count, inserts.count)
        inserts.insert(insert, at: place)
    }
}

extension Command.SetInsert: InsertCommand {
    func edit(_ inserts: inout [InsertSettings]) throws(RequestError) {
        let index = try index(number, in: inserts)
        do throws(EffectsError) {
            try inserts[index].change(parameters)
        } catch {
            throw RequestError(.usage, "strip \"\(strip)\": \(error.description)")
        }
    }
}

extension Command.MoveInsert: InsertCommand {
    func edit(_ inserts: inout [InsertSettings]) throws(RequestError) {
        let (from, target) = (try index(number, in: inserts), try index(target, in: inserts))
        inserts.insert(inserts.remove(at: from), at: target)
    }
}

extension Command.RemoveInsert: InsertCommand {
    func edit(_ inserts: inout [InsertSettings]) throws(RequestError) {
        inserts.remove(at: try index(number, in: inserts))
    }
}
