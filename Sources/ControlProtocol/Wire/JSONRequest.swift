package import JSON

/// A request of JSON-RPC 2.0.
package struct JSONRequest {
    /// The ID of the answer; `nil` for a notification, which gets none.
    package var id: JSONValue?
    package var method: String
    package var params: JSONValue?

    /// The largest number of requests in one batch: their answers are held until the last is there.
    package static let batchLimit = 100

    /// Reads a request; a failure has the ID of its answer.
    package static func read(
        _ value: JSONValue
    ) -> Result<JSONRequest, Invalid> {
        guard case .object(let object) = value else {
            return .failure(Invalid(id: .null, "a request must be an object"))
        }
        let id = object["id"]
        switch id {
        case nil, .null, .integer, .number, .string: break
        default: return .failure(Invalid(id: .null, "id must be a string, a number or null"))
        }
        guard object["jsonrpc"] == .string("2.0") else {
            return .failure(Invalid(id: id ?? .null, "expected \"jsonrpc\":\"2.0\""))
        }
        guard case .string(let method) = object["method"] else {
            return .failure(Invalid(id: id ?? .null, "method is missing or not a string"))
        }
        return .success(JSONRequest(id: id, method: method, params: object["params"]))
    }

    /// A value that is not a request.
    package struct Invalid: Error {
        package var id: JSONValue
        package var error: RequestError

        init(id: JSONValue, _ message: String) {
            self.id = id
            error = RequestError(.invalidRequest, message)
        }
    }
}

/// A response of JSON-RPC 2.0.
package enum JSONResponse {
    /// The text of a response, without a line end.
    package static func text(_ result: Result<AnswerText, RequestError>, id: JSONValue) -> String {
        let member: String
        switch result {
        case .success(let answer): member = "\"result\":" + answer.jsonText
        case .failure(let failure):
            var error = JSONObject()
            error.set("code", failure.number)
            error.set("message", failure.message)
            member = "\"error\":" + JSONValue.object(error).text
        }
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id.text + "," + member + "}"
    }
}
