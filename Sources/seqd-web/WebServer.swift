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
    private let large = LargeAnswers()

    init(
        bridgePaths: [String],
        pool: any AsyncSocketPool,
        pieces: PieceReader,
        folders: WebFolders
    ) {
        (self.bridgePaths, self.pool) = (bridgePaths, pool)
        (self.pieces, self.folders) = (pieces, folders)
    }

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
            return json(await pieces.json(path))
        case "/folder":
            guard let path = path(request) else { return Self.text(.badRequest, "path: not UTF-8") }
            let content = await folders.json(path.isEmpty ? nil : path)
            return json(content.map { Data($0.utf8) })
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

    private func json(_ result: Result<Data, WebReply>) -> HTTPResponse {
        switch result {
        case .success(let data):
            let type = "application/json"
            guard data.count > LargeAnswers.size else {
                return Self.response(.ok, type: type, data)
            }
            guard let place = large.place() else {
                return Self.reply(
                    WebReply(
                        503,
                        "too many large answers at a time; try again in a second",
                        headers: ["Retry-After": "1"]
                    )
                )
            }
            let body = HTTPBodySequence(
                from: LargeBody(data: data, place: place),
                count: data.count,
                suggestedBufferSize: 65_536
            )
            return HTTPResponse(statusCode: .ok, headers: Self.headers(type), body: body)
        case .failure(let reply): return Self.reply(reply)
        }
    }

    private static func reply(_ reply: WebReply) -> HTTPResponse {
        var response = text(HTTPStatusCode(reply.status, phrase: "Error"), reply.text)
        for (name, value) in reply.headers { response.headers[HTTPHeader(name)] = value }
        return response
    }

    private static func text(_ status: HTTPStatusCode, _ text: String) -> HTTPResponse {
        response(status, type: "text/plain; charset=utf-8", Data("\(text)\n".utf8))
    }

    private static func response(
        _ status: HTTPStatusCode,
        type: String,
        _ body: Data
    ) -> HTTPResponse {
        HTTPResponse(statusCode: status, headers: headers(type), body: body)
    }

    private static func headers(_ type: String) -> HTTPHeaders {
        var headers: HTTPHeaders = [.contentType: type, .connection: "close"]
        for (name, value) in WebReply.security { headers[HTTPHeader(name)] = value }
        return headers
    }
}
