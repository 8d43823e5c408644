import NIOCore

extension Command.Result {
    /// The key of warnings.
    static let warning = Command.Result(
        "warning",
        "why nothing can be heard, where that is so: the device is lost, everything is muted"
    )
}

extension Command.Call {
    /// Answers once something plays, with a warning where it cannot be heard.
    func reply(whenPlaying done: EventLoopFuture<Void>) -> Command.Reply {
        let transport = transport
        return .later(
            done.flatMap { transport.outputSettled() }.map {
                Answer(warning: transport.silence)
            }
        )
    }
}

extension Answer {
    /// Nothing but a warning, if there is one.
    init(warning: String?) {
        self.init()
        if let warning { warn(warning) }
    }
}
