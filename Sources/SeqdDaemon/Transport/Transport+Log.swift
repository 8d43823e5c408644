import ControlProtocol
import Logging

/// What the log says of files.
extension Transport {
    /// Logs a failure with the file that it is about, unless it names it itself.
    ///
    /// - Parameters:
    ///   - level: How bad it is.
    ///   - failure: The failure.
    ///   - file: The file's path.
    ///   - rest: What stands behind the message.
    func log(_ level: Logger.Level, _ failure: RequestError, file: String?, _ rest: String = "") {
        logger.log(level: level, "\(Self.message(failure, file: file))\(rest)")
    }

    /// A failure's message, with its file before it where it does not name that.
    static func message(_ failure: RequestError, file: String?) -> String {
        let message = failure.message
        guard let file else { return message }
        return message.contains(file) ? message : "\(file): \(message)"
    }
}
