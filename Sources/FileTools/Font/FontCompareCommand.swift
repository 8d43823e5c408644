package import ArgumentParser
import CommandSupport
import JSON
import SamplerHost
import SoundFont

/// `seqd font compare`: what two fonts have in common.
package struct FontCompareCommand: ParsableCommand {
    package init() {}

    package static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Show the differences between two fonts.",
        discussion: """
            Presets are compared by what they play: zones, parameters, samples and their frames. \
            Nothing is printed for equal fonts. The exit status is 0 for equal fonts and 1 for \
            different ones.
            """
    )

    @Argument(help: "Font.")
    package var first: String

    @Argument(help: "Font to compare it with.")
    package var second: String

    @Flag(help: "Print one JSON object.")
    package var json = false

    package func run() throws {
        let one = try FontCommand.content(first, isWhole: true)
        let other = try FontCommand.content(second, isWhole: true)
        let comparison = FontComparison(one, other)
        if json {
            try Console.write(comparison.json(first, second) + "\n")
        } else {
            try Console.write(comparison.lines(first, second).map { $0 + "\n" }.joined())
        }
        guard comparison.isEqual else { throw ExitCode(1) }
    }
}
