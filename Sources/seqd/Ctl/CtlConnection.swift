import Glibc
import Platform

/// A blocking connection to a daemon's socket; lines go and come.
final class CtlConnection {
    private let descriptor: CInt
    private let path: String
    private var buffer: [UInt8] = []
    /// Bytes of `buffer` that were handed out.
    private var taken = 0

    /// Connects to the first of the paths at which a daemon listens.
    ///
    /// - Throws: Status 69 with all of them where none does, 77 where it may not be talked to.
    init(_ paths: [String]) throws(CommandFailure) {
        var problems: [String] = []
        for path in paths {
            let descriptor = UnixAddress.socket()
            guard descriptor >= 0 else {
                throw CommandFailure(.internal, "socket: \(SystemError.text())")
            }
            let error = UnixAddress.connect(descriptor, to: path)
            if error == 0 {
                self.descriptor = descriptor
                self.path = path
                return
            }
            close(descriptor)
            switch error {
            case ENOENT, ECONNREFUSED, ENOTDIR: problems.append(path)
            case EACCES, EPERM:
                throw CommandFailure(.notPermitted, "\(path): belongs to another user")
            default:
                throw CommandFailure(.unavailable, "\(path): \(SystemError.text(error))")
            }
        }
        throw CommandFailure(
            .unavailable,
            "no daemon at \(problems.joined(separator: " or ")) (seqd daemon starts one)"
        )
    }

    deinit {
        close(descriptor)
    }

    /// Sends a line.
    func send(_ line: String) throws(CommandFailure) {
        var bytes = Array("\(line)\n".utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if count >= 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                // A daemon that refuses says why before it closes.
                if errno == EPIPE || errno == ECONNRESET { return }
                throw CommandFailure(.io, "\(path): \(SystemError.text())")
            }
        }
    }

    /// The next line, without its end; `nil` when the daemon has closed the connection.
    func receive() throws(CommandFailure) -> String? {
        var searched = taken
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { taken = end + 1 }
                return String(decoding: buffer[taken..<end], as: UTF8.self)
            }
            buffer.removeFirst(taken)
            taken = 0
            searched = buffer.count
            guard try fill() else { return nil }
        }
    }

    private func fill() throws(CommandFailure) -> Bool {
        var piece = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = recv(descriptor, &piece, piece.count, 0)
            if count > 0 {
                buffer += piece.prefix(count)
                return true
            }
            guard count < 0, errno != ECONNRESET else { return false }
            guard errno == EINTR else {
                throw CommandFailure(.io, "\(path): \(SystemError.text())")
            }
        }
    }
}
