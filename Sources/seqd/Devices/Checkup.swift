import JSON
import Wording

/// What `seqd doctor` has found out about one thing.
struct Checkup: Sendable {
    /// How much it matters.
    enum Severity: String, Sendable {
        /// It is as it should be.
        case ok
        /// seqd plays, and could do so better or do more.
        case note
        /// seqd cannot make sound.
        case problem
    }

    /// A stable word for what was looked at.
    var subject: String
    var severity: Severity
    /// What was found.
    var message: String
    /// What to do about it, where something can be done.
    var advice: String?
    /// What the program exits with, of a problem.
    var status: ExitStatus?

    /// What is as it should be.
    static func ok(_ subject: String, _ message: String) -> Checkup {
        Checkup(subject: subject, severity: .ok, message: message)
    }

    /// What could be better.
    static func note(_ subject: String, _ message: String, advice: String? = nil) -> Checkup {
        Checkup(subject: subject, severity: .note, message: message, advice: advice)
    }

    /// What keeps seqd from making sound.
    static func problem(
        _ subject: String,
        _ message: String,
        _ status: ExitStatus,
        advice: String? = nil
    ) -> Checkup {
        Checkup(
            subject: subject,
            severity: .problem,
            message: message,
            advice: advice,
            status: status
        )
    }

    /// Lines for people: the severity, the message and the advice, each below the other.
    ///
    /// - Parameter width: The columns of a line; what cannot be broken, such as a path, is left
    ///   whole.
    /// - Returns: The lines, each with its end.
    func text(width: Int) -> String {
        let column = Severity.problem.rawValue.columns + 2
        let texts = [message] + (advice.map { ["To do: \($0)"] } ?? [])
        let lines = texts.flatMap { $0.printable.broken(to: width - column) }
        return lines.enumerated().map { index, line in
            (index == 0 ? severity.rawValue : "").padded(to: column) + line + "\n"
        }.joined()
    }

    /// An object for programs.
    var json: JSONObject {
        var object = JSONObject()
        object.set("check", subject)
        object.set("severity", severity.rawValue)
        object.set("message", message)
        object.set("advice", advice)
        return object
    }
}

extension String {
    /// The text in lines broken at spaces; no word is cut, for it may have to be copied.
    fileprivate func broken(to width: Int) -> [String] {
        var lines: [String] = []
        for word in split(separator: " ") {
            if let line = lines.last, line.columns + 1 + String(word).columns <= width {
                lines[lines.count - 1] = "\(line) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
