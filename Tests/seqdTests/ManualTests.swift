import Foundation
import TestSupport
import Testing

@Suite("The man pages")
struct ManualTests {
    @Test("are there for the program and every command of its help")
    func names() async throws {
        let pages = try await seqd(["manual"]).outputText.split(separator: "\n").map(String.init)
        let help = try await seqd(["--help"]).outputText
        let commands = Self.commands(in: help)
        #expect(commands.count >= 7)
        #expect(pages == ["seqd"] + commands.map { "seqd-\($0)" })
        // It is for the installation, and nobody else is to be bothered with it.
        #expect(!help.contains("manual"))
        let unknown = try await seqd(["manual", "seqd-sing"])
        #expect(unknown.status == .exited(64) && unknown.errorText.contains("seqd-play"))
    }

    @Test("have all the options that the help has, and man(1) shows them without a complaint")
    func content() async throws {
        let folder = try TemporaryDirectory()
        for page in try await seqd(["manual"]).outputText.split(separator: "\n").map(String.init) {
            let text = try await seqd(["manual", page])
            #expect(text.status == .exited(0), "\(page): \(text)")
            if page != "seqd" {
                let short = try await seqd(["manual", String(page.dropFirst("seqd-".count))])
                #expect(short.output == text.output)
            }
            try folder.write(text.output, to: "\(page).1")
            let shown = try await CommandRun.run(
                "man",
                ["--warnings", "-l", folder.path("\(page).1")],
                environment: [
                    "MANWIDTH": "80", "MANPAGER": "cat", "LC_ALL": "C.UTF-8",
                    "MAN_KEEP_FORMATTING": nil, "GROFF_NO_SGR": "1",
                ]
            )
            #expect(shown.status == .exited(0) && shown.errorOutput.isEmpty, "\(page): \(shown)")
            let plain = Self.withoutOverstrikes(shown.outputText)
            for heading in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS"] {
                #expect(plain.contains("\n\(heading)\n"), "\(page): \(plain)")
            }
            #expect(plain.contains("\(page) — "), "\(page): \(plain)")
            let command = page == "seqd" ? [] : [String(page.dropFirst("seqd-".count))]
            let help = try await seqd(command + ["--help"], environment: ["COLUMNS": nil])
            let options = Self.options(in: help.outputText)
            #expect(options.contains("--help"))
            for option in options {
                #expect(plain.contains(option), "\(page) has no \(option): \(plain)")
            }
        }
    }

    @Test("keep what is indented as it is, such as the player's keys")
    func literal() async throws {
        let page = try await seqd(["manual", "seqd-play"]).outputText
        let keys = try #require(page.range(of: ".Sh KEYS\n.Bd -literal -offset indent\n"))
        let first = page[keys.upperBound...].prefix { $0 != "\n" }
        #expect(first.hasPrefix("space          pause"), "\(first)")
        // A backslash is no escape, and a point at the start of a line no macro.
        #expect(first.contains(#"[ ] \e "#), "\(first)")
    }

    private static func commands(in help: String) -> [String] {
        let lines = help.split(separator: "\n").map(String.init)
        guard let start = lines.firstIndex(of: "SUBCOMMANDS:") else { return [] }
        return lines[(start + 1)...].prefix { $0.hasPrefix("  ") }
            .filter { !$0.hasPrefix("   ") && !$0.hasPrefix("  See ") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
    }

    /// The long options that stand at the start of a line.
    private static func options(in help: String) -> Set<String> {
        var options: Set<String> = []
        for line in help.split(separator: "\n") where line.hasPrefix("  -") {
            for word in line.prefix(26).split(whereSeparator: { " ,".contains($0) })
            where word.hasPrefix("--") {
                options.insert(String(word))
            }
        }
        return options
    }

    /// What a terminal would show of letters that are printed twice for weight.
    private static func withoutOverstrikes(_ text: String) -> String {
        var shown = ""
        for scalar in text.unicodeScalars {
            if scalar == "\u{8}" {
                shown.unicodeScalars.removeLast()
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }
}
