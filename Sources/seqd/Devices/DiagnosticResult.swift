import CommandSupport
import JSON
import Wording

/// The result of one check of `seqd doctor`.
struct DiagnosticResult: Sendable {
    /// The importance of a result.
    enum Severity: String, Sendable {
        /// Everything is in order.
        case ok
        /// seqd plays, but something could be better.
        case note
        /// seqd cannot make sound.
        case problem
    }

    /// A stable word for the subject of the check.
    var subject: String
    /// The importance.
    var severity: Severity
    /// The facts that were found.
    var message: String
    /// The remedy; `nil` if there is none.
    var advice: String?
    /// The exit status of the program; `nil` without a problem.
    var status: ExitStatus?

    /// A result that is in order.
    static func ok(_ subject: String, _ message: String) -> DiagnosticResult {
        DiagnosticResult(subject: subject, severity: .ok, message: message)
    }

    /// A result that could be better.
    static func note(_ subject: String, _ message: String, advice: String? = nil)
        -> DiagnosticResult
    {
        DiagnosticResult(subject: subject, severity: .note, message: message, advice: advice)
    }

    /// A problem that keeps seqd from making sound.
    static func problem(
        _ subject: String,
        _ message: String,
        _ status: ExitStatus,
        advice: String? = nil
    ) -> DiagnosticResult {
        DiagnosticResult(
            subject: subject,
            severity: .problem,
            message: message,
            advice: advice,
            status: status
        )
    }

    /// Lines for people: the severity, the message and the advice, each below the other.
    ///
    /// - Parameter width: The width in columns; words that are longer, such as a path, stay whole.
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
    /// The text in lines broken at spaces; words are never cut, since people copy them.
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
