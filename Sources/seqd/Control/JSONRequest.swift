import JSON

/// A request of JSON-RPC 2.0.
struct JSONRequest {
    /// `nil` for a notification, which gets no answer.
    var id: JSONValue?
    var method: String
    var params: JSONValue?

    /// The most requests in one batch: their answers are held until the last one is there.
    static let batchLimit = 100

    /// Reads a request; a failure goes with the id that it is to be answered with.
    static func read(
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

    /// Why a value is no request.
    struct Invalid: Error {
        var id: JSONValue
        var failure: RequestFailure

        init(id: JSONValue, _ message: String) {
            self.id = id
            failure = .request(message)
        }
    }
}

/// What JSON-RPC 2.0 has a server write.
enum JSONResponse {
    /// A response, without a line end.
    static func text(_ result: Result<Answer, RequestFailure>, id: JSONValue) -> String {
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
