import Glibc
import Platform
import Synchronization
import WebProtocol

/// The tokens as the file has them, read again after each change.
final class TokenStore: Sendable {
    private struct State {
        var version: String?
        var tokens = TokenList()
    }

    private let path: String
    private let state = Mutex(State())

    init(_ path: String) {
        self.path = path
    }

    /// The tokens; none while the file cannot be read, which is said once.
    var tokens: TokenList {
        state.withLock { state in
            let version = FileStatus(path)?.version
            guard version != state.version else { return state.tokens }
            state.version = version
            state.tokens = version == nil ? TokenList() : read()
            return state.tokens
        }
    }

    private func read() -> TokenList {
        guard let bytes = SmallFile.bytes(path, atMost: 1 << 20) else {
            Report.warning("\(path): \(SystemError.text()); no token is valid")
            return TokenList()
        }
        do throws(TokenList.Failure) {
            return try TokenList(text: String(decoding: bytes, as: UTF8.self))
        } catch {
            Report.warning("\(path): \(error.message); no token is valid")
            return TokenList()
        }
    }
}
