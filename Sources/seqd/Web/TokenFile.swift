import CommandSupport
import Glibc
import Platform
import WebProtocol

/// The file of the tokens of `seqd web`, which only the user can read.
struct TokenFile {
    /// The path.
    let path: String

    /// Processes that change it wait for each other so long, in milliseconds.
    private static let patience = 5_000

    /// Names the file: `web-tokens.json` in the folder of the state.
    ///
    /// - Throws: 73 for a user without a home.
    init() throws(CommandFailure) {
        guard let folder = UserFolder.state else {
            throw CommandFailure(
                .cannotCreate,
                "no folder for tokens: neither $XDG_STATE_HOME nor $HOME is set"
            )
        }
        path = "\(folder)/web-tokens.json"
    }

    /// The tokens; none if there is no file.
    ///
    /// - Throws: 65 for a damaged file, 74 for one that cannot be read.
    func read() throws(CommandFailure) -> TokenList {
        guard let bytes = SmallFile.bytes(path, atMost: 1 << 20) else {
            guard errno == ENOENT else {
                throw CommandFailure(.io, "\(path): \(SystemError.text())")
            }
            return TokenList()
        }
        do throws(TokenList.Failure) {
            return try TokenList(text: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw CommandFailure(.data, "\(path): \(error.message)")
        }
    }

    /// Changes the tokens.
    ///
    /// - Parameter change: The change.
    /// - Throws: As ``read()``, 64 for a change that is not possible, 73 if it cannot be written.
    func change(
        _ change: (inout TokenList) throws(TokenList.Failure) -> Void
    ) throws(CommandFailure) {
        let lock: FileLock
        do throws(DurableFile.Failure) {
            try DurableFile.makeFolder(String(path.dropLast("/web-tokens.json".count)))
        } catch {
            throw CommandFailure(.cannotCreate, "\(error)")
        }
        do throws(FileLock.Failure) {
            lock = try FileLock("\(path).lock", patience: Self.patience)
        } catch {
            switch error {
            case .taken: throw CommandFailure(.busy, "\(path): another seqd web changes it")
            case .file(let number):
                throw CommandFailure(.cannotCreate, "\(path).lock: \(SystemError.text(number))")
            }
        }
        defer { withExtendedLifetime(lock) { lock.removeFile() } }
        var tokens = try read()
        do throws(TokenList.Failure) {
            try change(&tokens)
        } catch {
            throw CommandFailure(.usage, error.message)
        }
        do throws(DurableFile.Failure) {
            try DurableFile.write(Array(tokens.text.utf8), to: path, by: "\(path).new")
        } catch {
            throw CommandFailure(.cannotCreate, "\(error)")
        }
    }
}
