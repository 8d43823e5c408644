package import ArgumentParser
import CommandSupport
import Instruments
import JSON
import SamplerHost
import SoundFont

/// `seqd font check`: what is wrong with a font.
package struct FontCheckCommand: ParsableCommand {
    package init() {}

    package static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "List the faults of fonts, and opcodes that are not supported.",
        discussion: """
            The exit status is 0 for notes only, 1 for warnings, 65 for errors and for files \
            that are not fonts.
            """
    )

    @Argument(help: "Fonts: SF2, SF3, SFZ, DLS, .aupreset, sound files or folders of them.")
    package var fonts: [String]

    @Flag(help: "Print one JSON object per font, one per line.")
    package var json = false

    package func run() throws {
        var failures = FirstFailure()
        var hasWarnings = false
        for path in fonts {
            let findings: [Finding]
            do throws(CommandFailure) {
                let content = try FontCommand.content(path)
                findings = try CommandFailure.catching { () throws(HostError) in
                    try Self.findings(of: content)
                }
            } catch {
                failures.note(error)
                continue
            }
            try Console.write(
                json ? Self.json(path, findings) + "\n" : Self.text(path, findings)
            )
            if findings.contains(where: { $0.severity == "error" }) {
                failures.note(.silent(.data))
            } else if findings.contains(where: { $0.severity == "warning" }) {
                hasWarnings = true
            }
        }
        if failures.status != nil { throw failures.asError }
        if hasWarnings { throw ExitCode(1) }
    }

    private typealias Finding = (severity: String, text: String)

    private static func findings(of content: FontContent) throws(HostError) -> [Finding] {
        if let played = try InstrumentFile.playedFindings(in: content.path) {
            return played.map { ($0.severity.rawValue, $0.description) }
        }
        content.readFrames()
        return content.findings.map { ($0.severity.rawValue, $0.description) }
            + content.reading.diagnostics.map {
                ($0.severity.rawValue, "\(content.path): \($0)")
            }
            + content.undecodableSamples.map {
                ("error", "\(content.path): sample \($0.name): \($0.reason); it is silent")
            }
    }

    private static func text(_ path: String, _ findings: [Finding]) -> String {
        guard !findings.isEmpty else { return "\(path): no faults\n" }
        return findings.map { "\($0.severity): \($0.text)\n" }.joined()
    }

    private static func json(_ path: String, _ findings: [Finding]) -> String {
        var document = JSONObject()
        document.set("schema", 1)
        document.set("font", path)
        document.set(
            "findings",
            findings.map { finding in
                var object = JSONObject()
                object.set("severity", finding.severity)
                object.set("text", finding.text)
                return object
            }
        )
        return document.json.text
    }
}
