package import ControlProtocol
import JSON

/// Lets the requests of a browser pass that the role of its token includes.
///
/// The daemon knows the role of its socket only. The roles of the commands are those that the
/// daemon itself has, and the requests are read by its own reader.
package struct RequestGuard: Sendable {
    /// The role of the browser.
    package let role: Permission

    /// The thing to be done with a message.
    package enum Verdict: Hashable, Sendable {
        /// The daemon gets this line.
        case pass(String)
        /// The browser gets this line.
        case refuse(String)
        /// A notification was refused, which gets no answer.
        case drop
    }

    /// The commands about others that run later.
    private static let mapping: Set = ["learn", "map", "unmap"]

    /// A message that was read.
    package struct Message: Hashable, Sendable {
        /// The thing to be done with it.
        package var verdict: Verdict
        /// The number of its requests, at least 1: a batch is as much work as its requests are.
        package var requests: Int
    }

    /// Makes a guard.
    package init(role: Permission) {
        self.role = role
    }

    /// Checks a message.
    ///
    /// - Parameter text: A request or a batch of JSON-RPC.
    /// - Returns: What is to be done, and how much it counts.
    package func check(_ text: String) -> Message {
        do throws(JSONError) {
            let value = try JSONReader.read(text)
            guard case .array(let batch) = value else {
                return Message(verdict: verdict(value), requests: 1)
            }
            // As the daemon does: a longer one is no work for anybody.
            guard batch.count <= JSONRequest.batchLimit else {
                let error = RequestError(
                    .invalidRequest,
                    "\(batch.count) requests in a batch, expected at most \(JSONRequest.batchLimit)"
                )
                return Message(verdict: .refuse(Self.error(error, .null)), requests: 1)
            }
            return Message(verdict: verdict(value), requests: max(batch.count, 1))
        } catch {
            let error = RequestError(.syntax, "not JSON: \(error)")
            return Message(verdict: .refuse(Self.error(error, .null)), requests: 1)
        }
    }

    private func verdict(_ value: JSONValue) -> Verdict {
        guard case .array(let batch) = value else {
            guard let refusal = refusal(of: value) else { return Self.passing(value) }
            guard let id = refusal.id else { return .drop }
            return .refuse(Self.error(refusal.error, id))
        }
        guard let refusal = batch.lazy.compactMap({ refusal(of: $0) }).first else {
            return Self.passing(value)
        }
        // Nothing of it is done: the answers of the rest would come from elsewhere.
        let error = RequestError(
            number: refusal.error.number,
            refusal.error.message + "; nothing of the batch was done"
        )
        let answers = batch.compactMap { element -> String? in
            guard case .success(let request) = JSONRequest.read(element) else {
                return Self.error(error, .null)
            }
            return request.id.map { Self.error(error, $0) }
        }
        return answers.isEmpty ? .drop : .refuse("[" + answers.joined(separator: ",") + "]")
    }

    /// Passes an object or an array, and nothing else.
    ///
    /// The daemon takes a line that begins with anything but `{` or `[` for words, which it runs with
    /// the role of its own socket: a string or a number must never become one.
    private static func passing(_ value: JSONValue) -> Verdict {
        let line = value.text
        switch (value, line.utf8.first) {
        case (.object, UInt8(ascii: "{")), (.array, UInt8(ascii: "[")): return .pass(line)
        default:
            let message = "a request must be an object, or a batch of objects in an array"
            return .refuse(error(RequestError(.invalidRequest, message), .null))
        }
    }

    private func refusal(of value: JSONValue) -> (error: RequestError, id: JSONValue?)? {
        // The daemon says what is wrong with a request that is none.
        guard case .success(let request) = JSONRequest.read(value) else { return nil }
        do throws(RequestError) {
            try CommandTable.command(request.method).details.check(role)
            // The daemon runs what is mapped with the role of its socket, which may be greater.
            guard role < .admin, Self.mapping.contains(request.method) else { return nil }
            let message =
                "\(request.method): needs the role admin here, and this browser has the role "
            return (RequestError(.notPermitted, message + role.name), request.id)
        } catch {
            // That there is no such command is said by the daemon.
            return error.code == .notPermitted ? (error, request.id) : nil
        }
    }

    private static func error(_ error: RequestError, _ id: JSONValue) -> String {
        JSONResponse.text(.failure(error), id: id)
    }
}
