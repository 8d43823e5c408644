import ControlProtocol

/// The head of a request as the gate hands it to the server behind it.
///
/// It has only what the gate has read and decided: nothing of a browser's bytes gets through
/// otherwise.
package enum InnerRequest {
    /// The header with the role of the browser.
    package static let role = "X-Seqd-Role"
    /// The header with a path, in hexadecimal digits: headers have no other text than ASCII.
    package static let path = "X-Seqd-Path"

    /// The bytes of a head.
    ///
    /// - Parameters:
    ///   - answer: What the request gets.
    ///   - head: The request.
    /// - Returns: The bytes; `nil` for an answer that needs no server.
    package static func bytes(_ answer: AccessPolicy.Answer, _ head: RequestHead) -> [UInt8]? {
        var headers = [("Host", "seqd")]
        var connection = "close"
        let target: String
        switch answer {
        case .file(let name): target = "/file/\(name)"
        case .socket(let grant):
            target = "/socket"
            connection = "Upgrade"
            headers += [("Upgrade", "websocket"), (role, grant.role.name)]
            for name in ["Sec-WebSocket-Key", "Sec-WebSocket-Version"] {
                headers.append((name, head[name.lowercased()] ?? ""))
            }
        case .piece(let path, let grant):
            target = "/piece"
            headers += [(Self.path, hexadecimal(path)), (role, grant.role.name)]
        case .folder(let path, let grant):
            target = "/folder"
            headers += [(Self.path, hexadecimal(path ?? "")), (role, grant.role.name)]
        case .reply, .logIn: return nil
        }
        headers.append(("Connection", connection))
        // The body of an answer to HEAD is left out by the server's library.
        var text = "\(head.method) \(target) HTTP/1.1\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        return Array((text + "\r\n").utf8)
    }

    private static func hexadecimal(_ text: String) -> String {
        text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The path in a header; `nil` if it is not one of ``bytes(_:_:)``.
    package static func path(in header: String) -> String? {
        let digits = Array(header.utf8)
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard
                let byte = UInt8(
                    String(decoding: digits[index...index + 1], as: UTF8.self),
                    radix: 16
                )
            else { return nil }
            bytes.append(byte)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
