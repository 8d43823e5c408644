import JSON
import NIOCore

/// A command of the socket: all that both dialects, the help and the reference know of it.
struct Command: Sendable {
    /// What a command works with.
    struct Call {
        let arguments: Arguments
        let server: ControlServer
        let client: ControlClient
        /// How the client is told of the events that it subscribes to.
        let dialect: Dialect

        var transport: Transport { server.transport }
    }

    enum Reply {
        case now(Answer)
        /// Completes on the event loop; the client's later requests wait.
        case later(EventLoopFuture<Answer>)

        /// Done, and nothing to tell.
        static var done: Reply { .now(Answer()) }
    }

    /// A key of the answer, for the reference.
    struct Result: Sendable {
        /// In words; `nil` where it stands in JSON only.
        var words: String?
        /// In JSON; `nil` where it stands in words only.
        var json: String?
        var help: String

        init(_ key: String, _ help: String) {
            self.init(words: key, json: key, help)
        }

        init(words: String?, json: String?, _ help: String) {
            self.words = words
            self.json = json
            self.help = help
        }
    }

    /// How near to a place a command is done that waits for it.
    enum Timing: Sendable {
        /// On its very frame.
        case exact
        /// In the period in which it is reached, or one of the next.
        case near
    }

    var name: String
    var parameters: [Parameter] = []
    /// A line, without a final stop.
    var summary: String
    /// What else there is to know, in sentences.
    var discussion = ""
    /// The keys of the answer.
    var results: [Result] = []
    /// Whether it changes nothing.
    var isQuestion = false
    /// Whether it can be told to wait for a place, and how near to that it is done.
    var timing: Timing?
    /// Refuses arguments that do not fit together, before anything waits for its place.
    var check: @Sendable (Arguments) throws(RequestFailure) -> Void = { _ in }
    /// Carries it out, on the event loop.
    var handler: @Sendable (Call) throws(RequestFailure) -> Reply

    /// The name and its arguments.
    var usage: String {
        ([name] + parameters.map(\.usage)).joined(separator: " ")
    }
}

/// The two ways to say the same.
enum Dialect: Sendable {
    case words
    case json
}
