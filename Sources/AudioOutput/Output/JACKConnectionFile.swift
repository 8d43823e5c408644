import FontFiles
import Glibc
import JSON
import Platform

/// The file in which the connections of a client of JACK are remembered, as one JSON object: the names
/// of its ports, each with those of the ports that it is connected to.
package struct JACKConnectionFile: Sendable {
    /// The file: `jack/NAME.json` in the folder of the state.
    package let path: String
    private let folder: String

    private static let largestSize = 1 << 20

    /// Names the file of a client.
    ///
    /// - Parameters:
    ///   - client: The client's name.
    ///   - state: The folder of the state, which need not exist.
    package init(of client: String, in state: String) {
        folder = "\(state)/jack"
        path = "\(folder)/\(String(client.map { $0 == "/" ? "_" : $0 })).json"
    }

    /// Whether there is a file.
    package var exists: Bool { FileStatus(path) != nil }

    /// The connections of each port; `nil` if there is no file, or none that can be understood.
    package func read() -> [String: [String]]? {
        guard let bytes = try? InputFile.read(path, limit: Self.largestSize),
            case .object(let object)? = try? JSONReader.read(String(decoding: bytes, as: UTF8.self))
        else { return nil }
        var connections: [String: [String]] = [:]
        for member in object.members {
            guard case .array(let elements) = member.value else { return nil }
            connections[member.key] = elements.compactMap { element in
                guard case .string(let name) = element else { return nil }
                return name
            }
        }
        return connections
    }

    /// Writes the connections as a whole; a file that cannot be written stays as it is.
    package func write(_ connections: [String: [String]]) {
        var object = JSONObject()
        for (port, inputs) in connections.sorted(by: { $0.key < $1.key }) {
            object.set(port, inputs)
        }
        let bytes = Array((object.json.text + "\n").utf8)
        do throws(DurableFile.Failure) {
            try DurableFile.makeFolder(folder)
            // Another client of the name may write at the same time.
            try DurableFile.write(bytes, to: path, by: "\(path).\(getpid()).new")
        } catch {
            return
        }
    }
}
