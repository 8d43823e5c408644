import ControlProtocol
import FlyingFox
import FlyingSocks
import Foundation
import WebPage
import WebProtocol

/// Answers the requests that the gate has let pass.
struct WebServer: HTTPHandler {
    let bridgePaths: [String]
    let pool: any AsyncSocketPool
    let pieces: PieceReader
    let folders: WebFolders

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        if request.path.hasPrefix("/file/") {
            return file(String(request.path.dropFirst("/file/".count)), request.method)
        }
        guard let name = request.headers[HTTPHeader(InnerRequest.role)],
            let role = Permission(named: name)
        else { return Self.text(.internalServerError, "no role") }
        switch request.path {
        case "/socket":
            let bridge = DaemonBridge(paths: bridgePaths, pool: pool, role: role)
            return try await WebSocketHTTPHandler(handler: bridge).handleRequest(request)
        case "/piece":
            guard let path = path(request) else { return Self.text(.badRequest, "path: not UTF-8") }
            return Self.response(await pieces.json(path))
        case "/folder":
            guard let path = path(request) else { return Self.text(.badRequest, "path: not UTF-8") }
            return Self.response(await folders.json(path.isEmpty ? nil : path))
        default: return Self.text(.notFound, "no such page")
        }
    }

    private func path(_ request: HTTPRequest) -> String? {
        InnerRequest.path(in: request.headers[HTTPHeader(InnerRequest.path)] ?? "")
    }

    private func file(_ name: String, _ method: HTTPMethod) -> HTTPResponse {
        guard let file = PageFile.named(name) else { return Self.text(.notFound, "no such file") }
        return Self.response(
            .ok,
            type: file.type,
            method == .HEAD ? Data() : Data(file.bytes)
        )
    }

    private static func response(_ result: Result<String, WebReply>) -> HTTPResponse {
        switch result {
        case .success(let json):
            response(.ok, type: "application/json", Data(json.utf8))
        case .failure(let reply):
            text(HTTPStatusCode(reply.status, phrase: "Error"), reply.text)
        }
    }

    private static func text(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
        response(status, type: "text/plain; charset=utf-8", Data("\(text)\n".utf8))
    }

    private static func response(
        _ status: HTTPStatusCode,
        type: String,
        _ body: Data
    ) -> HTTPResponse {
        var headers: HTTPHeaders = [.contentType: type, .connection: "close"]
        for (name, value) in WebReply.security { headers[HTTPHeader(name)] = value }
        return HTTPResponse(statusCode: status, headers: headers, body: body)
    }
}
