import ControlProtocol
import MPDProtocol

/// The commands for volume and the order of the queue.
extension MPDPerformer {
    func set(_ command: MPDCommandName, _ arguments: [String]) throws(MPDFault) -> MPDReply {
        switch command {
        case .getvol: return Self.reply("volume", [try volume()])
        case .setvol: try setVolume(MPDVolume.parse(arguments[0]))
        case .volume: try setVolume(MPDVolume.changed(volume(), by: arguments[0]))
        case .random: _ = try daemon.ask(Command.Random(MPDArgument.flag(arguments[0])))
        case .repeat: _ = try daemon.ask(Command.Repeat(MPDArgument.flag(arguments[0])))
        case .single: _ = try daemon.ask(Command.Single(mode(arguments[0])))
        case .consume: _ = try daemon.ask(Command.Consume(mode(arguments[0])))
        case .crossfade: try crossfade(arguments[0])
        case .replayGainStatus: return Self.reply("replay_gain_mode", ["off"])
        default:
            guard arguments[0] == "off" else {
                throw MPDFault(
                    .argument,
                    "there is no replay gain; seqd ctl level brings files to one level"
                )
            }
        }
        return MPDReply()
    }

    private func mode(_ text: String) throws(MPDFault) -> Bool {
        guard text != "oneshot" else {
            throw MPDFault(.argument, "oneshot is not supported; expected 0 or 1")
        }
        return try MPDArgument.flag(text)
    }

    private func volume() throws(MPDFault) -> Int {
        MPDVolume.volume(decibels: try daemon.ask(Command.Status()).gain)
    }

    private func setVolume(_ volume: Int) throws(MPDFault) {
        _ = try daemon.ask(Command.Gain(decibels: MPDVolume.decibels(volume)))
    }

    private func crossfade(_ text: String) throws(MPDFault) {
        let seconds = try MPDArgument.number(text)
        guard seconds <= 60 else { throw MPDFault(.argument, "expected 0 to 60 seconds") }
        _ = try daemon.ask(Command.Crossfade(seconds: Double(seconds)))
    }
}
