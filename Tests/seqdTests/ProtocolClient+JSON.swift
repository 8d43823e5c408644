import TestSupport

extension ProtocolClient {
    /// The result of a command in JSON.
    func result(_ method: String) async throws -> Document {
        let answer = try await askJSON(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)"}"#)
        guard let result = try Document(Array(answer.utf8)).object("result") else {
            throw TestSupportError("\(method): no result: \(answer)")
        }
        return result
    }

    /// What `status` says for a key, in JSON.
    func status(_ key: String) async throws -> Document.Value? { try await result("status")[key] }
}
