import ControlProtocol
import JSON

/// The document in which the daemon's state is stored: JSON with a version.
struct StateDocument: Codable {
    /// The version that is written.
    ///
    /// It grows when a member changes its meaning. A member that is added needs no new version:
    /// missing ones have defaults, and unknown ones are ignored.
    static let version = 1

    private var version = Self.version
    private var daemon: DaemonState

    private enum CodingKeys: String, CodingKey {
        case version
        case daemon
    }

    /// The state.
    var state: DaemonState { daemon }

    /// Makes the document of a state.
    init(_ state: DaemonState) {
        daemon = state
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        version = try values.decode(Int.self, forKey: .version)
        guard version == Self.version else {
            throw DecodingError.dataCorruptedError(
                forKey: .version,
                in: values,
                debugDescription: "expected \(Self.version), not \(version)"
            )
        }
        daemon = try values.decode(DaemonState.self, forKey: .daemon)
    }

    /// Reads a document.
    ///
    /// - Parameter bytes: Its content.
    /// - Throws: Status 65 with the position of the fault.
    init(_ bytes: [UInt8]) throws(RequestError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw RequestError(.data, "not UTF-8 text")
        }
        do {
            self = try JSONDecoding.decode(from: try JSONReader.read(text))
        } catch let error as DecodingError {
            let (path, problem) = error.parts
            throw RequestError(.data, path.isEmpty ? problem : "\(path): \(problem)")
        } catch {
            throw RequestError(.data, "not a JSON document: \(error)")
        }
    }

    /// The content of the document's file.
    ///
    /// - Throws: Status 70 for a number that JSON does not have.
    func bytes() throws(RequestError) -> [UInt8] {
        do {
            return Array("\(try JSONEncoding.encode(self).text)\n".utf8)
        } catch {
            throw RequestError(.software, "the state cannot be written: \(error)")
        }
    }
}
