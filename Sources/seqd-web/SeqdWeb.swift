import CLinux
import ControlProtocol
import FlyingFox
import FlyingSocks
import Foundation
import Glibc
import Platform
import WebPage
import WebProtocol

/// The server of `seqd web`, a program of its own that `seqd` starts in its place.
@main
enum SeqdWeb {
    static func main() {
        signal(SIGPIPE, SIG_IGN)
        guard let text = ProcessArguments.all.first, let settings = WebSettings(text: text) else {
            Report.fail(64, "seqd-web is started by seqd web")
        }
        // Nobody else may reach the library without the gate.
        umask(0o077)
        raiseDescriptorLimit()
        guard seqd_watch_signals() == 0 else { Report.fail(70, "signals cannot be watched") }
        let listeners = settings.listen.map(listen)
        // The addresses are this process's alone, so this file is left from one that was killed.
        let inner = settings.inner
        unsafe unlink(inner.systemPath)
        start(settings, inner, listeners)
        while true {
            switch seqd_wait_for_signal(-1, -1) {
            case SIGTERM, SIGINT, SIGHUP:
                unsafe unlink(inner.systemPath)
                exit(0)
            default: break
            }
        }
    }

    private static func listen(at address: WebAddress) -> CInt {
        let end = InternetSocket.End(bytes: address.bytes, port: address.port)
        do throws(InternetSocket.Failure) {
            return try InternetSocket.listen(at: end, backlog: 128)
        } catch {
            switch error.number {
            case EADDRINUSE: Report.fail(75, "\(address): another program listens there")
            case EACCES: Report.fail(77, "\(address): \(error)")
            default: Report.fail(73, "\(address): \(error)")
            }
        }
    }

    /// Raises the limit of descriptors: a browser needs four, and the usual limit is 1,024.
    private static func raiseDescriptorLimit() {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return
        }
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 8_192))
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    private static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(
            decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
    }

    private static func start(_ settings: WebSettings, _ inner: String, _ listeners: [CInt]) {
        let paths: [String]
        do throws(RequestError) {
            paths = try SocketPath.candidates(path: settings.socket, name: settings.name)
        } catch {
            Report.fail(CInt(clamping: error.number), error.message)
        }
        guard let pool = SocketWatch() else { Report.fail(70, "no descriptors are left") }
        let folders = WebFolders(settings.folders, endings: settings.endings)
        let handler = WebServer(
            bridgePaths: paths,
            pool: pool,
            pieces: PieceReader(
                program: settings.program,
                socket: settings.socket,
                name: settings.name,
                folders
            ),
            folders: folders
        )
        let server = HTTPServer(
            config: HTTPServer.Configuration(
                address: sockaddr_un.unix(path: inner),
                timeout: 30,
                pool: pool,
                logger: .disabled
            ),
            handler: handler
        )
        Task {
            do {
                try await server.run()
            } catch {
                Report.fail(74, "\(inner): \(error.localizedDescription)")
            }
        }
        let policy = AccessPolicy(
            hosts: AllowedHosts(hostName: hostName, further: settings.hosts),
            files: PageFile.names
        )
        let gate = WebGate(policy, TokenStore(settings.tokens), inner: inner)
        Task {
            do {
                try await server.waitUntilListening()
                for listener in listeners {
                    try SystemThread("seqd-web") { gate.accept(at: listener) }.detach()
                }
                try SystemThread("seqd-tokens") { gate.watchTokens() }.detach()
                for address in settings.listen { Report.note("page at \(address.link())") }
            } catch {
                Report.fail(74, "\(error)")
            }
        }
    }
}
