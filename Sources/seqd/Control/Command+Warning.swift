import NIOCore

extension Command.Result {
    /// The key of warnings.
    static let warning = Command.Result(
        "warning",
        "why nothing is audible, if so: device lost, everything muted"
    )
}

extension Command.Call {
    /// Answers once something plays, with a warning where it cannot be heard.
    func reply(whenPlaying done: EventLoopFuture<Void>) -> Command.Reply {
        reply(whenPlaying: done.map { Answer() })
    }

    /// Answers once something plays, and adds a warning where it cannot be heard.
    func reply(whenPlaying done: EventLoopFuture<Answer>) -> Command.Reply {
        let transport = transport
        return .later(
            done.flatMap { answer in
                transport.outputSettled().map {
                    var answer = answer
                    if let silence = transport.silence { answer.warn(silence) }
                    return answer
                }
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
