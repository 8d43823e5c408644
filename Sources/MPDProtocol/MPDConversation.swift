/// The conversation with a client: command lists, and the wait for changes.
///
/// It has no socket and does no commands: it takes lines and changes, and says what follows.
package struct MPDConversation: Sendable {
    /// The step after a line.
    package enum Step: Hashable, Sendable {
        /// Nothing: the line is part of a command list, or begins a wait.
        case none
        /// Something to send.
        case send(String)
        /// Commands to perform.
        case perform(MPDBatch)
        /// The end of the connection, after something to send.
        case close(String)
    }

    /// The line with which the connection begins.
    package static let greeting = "OK MPD 0.23.5\n"
    /// The maximum size of a command list in bytes: that of MPD.
    package static let listLimit = 2 << 20

    private struct List: Hashable, Sendable {
        var batch: MPDBatch
        var size = 0
    }

    private var list: List?
    private var pending: Set<MPDSubsystem> = []
    /// The changes that the client waits for; `nil` while it does not.
    private var awaited: Set<MPDSubsystem>?

    /// Begins a conversation.
    package init() {}

    /// Takes changes.
    ///
    /// - Parameter changes: The subsystems that have changed.
    /// - Returns: The answer to `idle`, if the client waits for one of them.
    package mutating func note(_ changes: Set<MPDSubsystem>) -> String? {
        pending.formUnion(changes)
        guard let awaited else { return nil }
        return report(awaited)
    }

    /// The changes that a client wants to know, if there are any; the others stay for later.
    private mutating func report(_ wanted: Set<MPDSubsystem>) -> String? {
        guard !pending.isDisjoint(with: wanted) else { return nil }
        let lines = MPDSubsystem.allCases.filter { pending.contains($0) && wanted.contains($0) }
            .map { "changed: \($0.rawValue)\n" }
        pending.subtract(wanted)
        awaited = nil
        return lines.joined() + "OK\n"
    }

    /// Takes a line.
    package mutating func take(_ line: MPDLineReader.Line) -> Step {
        // As with MPD: a browser that a web page has send commands to a port of this machine begins with
        // a method or, encrypted, with bytes that are no text.
        guard case .text(let text) = line, let first = text.utf8.first,
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
        else { return .close("") }
        if awaited != nil {
            // MPD closes the connection after any other command too.
            guard text == "noidle" else { return .close("") }
            awaited = nil
            return .send("OK\n")
        }
        if list != nil { return add(text) }
        switch text {
        // The changes were reported before the client sent it.
        case "noidle": return .none
        case "command_list_begin", "command_list_ok_begin":
            list = List(batch: MPDBatch(saysListOK: text == "command_list_ok_begin"))
            return .none
        default: break
        }
        if let request = try? MPDRequest(parsing: text), request.name == "idle" {
            return wait(request)
        }
        return .perform(MPDBatch(line: text))
    }

    /// Adds a line to the command list, or ends it.
    private mutating func add(_ line: String) -> Step {
        guard var open = list else { return .none }
        guard line != "command_list_end" else {
            list = nil
            return .perform(open.batch)
        }
        open.size += line.utf8.count + 1
        guard open.size <= Self.listLimit else {
            let fault = MPDFault(.system, "the command list is longer than \(Self.listLimit) bytes")
            return .close(fault.line(of: ""))
        }
        open.batch.lines.append(line)
        list = open
        return .none
    }

    /// Begins to wait, unless something has changed already.
    private mutating func wait(_ request: MPDRequest) -> Step {
        var wanted: Set<MPDSubsystem> = []
        for name in request.arguments {
            guard let subsystem = MPDSubsystem(rawValue: name.lowercased()) else {
                let fault = MPDFault(.argument, "Unrecognized idle event: \(name)")
                return .send(fault.line(of: "idle"))
            }
            wanted.insert(subsystem)
        }
        if wanted.isEmpty { wanted = Set(MPDSubsystem.allCases) }
        if let report = report(wanted) { return .send(report) }
        awaited = wanted
        return .none
    }
}
