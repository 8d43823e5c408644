import CommandSupport
import JSON

/// The report of `--report`: one JSON object about all files of a batch.
struct RenderReport {
    private let destination: DataDestination
    private let rate: Int

    /// Makes a report.
    ///
    /// - Parameters:
    ///   - path: The value of `--report`: a file, or `-`.
    ///   - rate: Frames per second.
    ///   - inputs: The files that are read.
    /// - Throws: Status 64 for a name that cannot be written.
    init(_ path: String, rate: Int, inputs: [String]) throws(CommandFailure) {
        destination = try DataDestination(
            output: path,
            for: .text,
            inputs: inputs,
            command: "render --report"
        )
        self.rate = rate
    }

    /// Writes the report; the file appears when it is complete.
    ///
    /// - Parameters:
    ///   - jobs: The jobs, all of which have ended.
    ///   - failures: The failure of each that failed.
    /// - Throws: Status 73 or 74 for a file that cannot be written.
    func write(
        _ jobs: [RenderJob],
        failures: [ObjectIdentifier: CommandFailure]
    ) throws(CommandFailure) {
        var object = JSONObject()
        object.set("schema", 1)
        object.set("rate", rate)
        object.set("files", jobs.map { Self.json(of: $0, failures[ObjectIdentifier($0)]) })
        try destination.write(Array((object.json.indentedText + "\n").utf8))
    }

    private static func json(of job: RenderJob, _ failure: CommandFailure?) -> JSONValue {
        var object = JSONObject()
        object.set("input", job.input)
        object.set("output", job.output)
        if let failure {
            object.set("status", "failed")
            object.set("exitStatus", Int(failure.status.rawValue))
            object.set("message", failure.message)
            return object.json
        }
        object.set("status", job.isSkipped ? "upToDate" : "rendered")
        if case .object(let figures)? = job.figures {
            for member in figures.members { object.set(member.key, member.value) }
        }
        return object.json
    }
}
