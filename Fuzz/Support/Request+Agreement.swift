import ControlProtocol
import JSON

extension Request {
    /// Ends the process unless the request reads back from what is written of it in both dialects.
    func requireAgreement() {
        precondition((try? Request(words: words)) == self, "\(words)")
        guard let value = try? JSONReader.read(json(id: 1)),
            case .success(let request) = JSONRequest.read(value),
            let same = try? Request(method: request.method, parameters: request.params)
        else { preconditionFailure("does not read back: \(json(id: 1))") }
        // Not the request: JSON has no path that is the rest of a line.
        precondition(same.json(id: 1) == json(id: 1), "\(json(id: 1))")
    }
}
