import Glibc
import SMF
import SamplerHost

/// Carries out one measurement in a process of its own and prints it as a line of JSON.
///
/// The clock runs around the call that is measured, never around the start of the process.
@main
struct ParsingProbe {
    static let usage = """
        usage: parsing-probe read FILE RUNS plain|one|all
               parsing-probe scan FILE RUNS
               parsing-probe write FILE RUNS compact|plain|preserving
               parsing-probe prepare FILE RUNS plain|one|all
               parsing-probe advance FILE RUNS [plain|transposed|looped]
               parsing-probe locate FILE RUNS
               parsing-probe first-sound FILE FONT
               parsing-probe events < PATHS
        """

    static func main() {
        do {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            FileOutput.write(Array("parsing-probe: \(error)\n".utf8), to: 2)
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) throws {
        switch (arguments.first, arguments.count) {
        case ("read", 4):
            guard let use = ReadingProbe.Use(rawValue: arguments[3]) else { return fail() }
            try ReadingProbe.read(arguments[1], runs: runs(arguments[2]), use).print()
        case ("scan", 3):
            try ReadingProbe.scan(arguments[1], runs: runs(arguments[2])).print()
        case ("write", 4):
            guard let style = WritingProbe.style(arguments[3]) else { return fail() }
            try WritingProbe.write(arguments[1], runs: runs(arguments[2]), style).print()
        case ("prepare", 4):
            guard let use = ReadingProbe.Use(rawValue: arguments[3]) else { return fail() }
            try SequencingProbe.prepare(arguments[1], runs: runs(arguments[2]), use).print()
        case ("advance", 3):
            try SequencingProbe.advance(arguments[1], runs: runs(arguments[2]), .plain).print()
        case ("advance", 4):
            guard let manner = SequencingProbe.Manner(rawValue: arguments[3]) else {
                return fail()
            }
            try SequencingProbe.advance(arguments[1], runs: runs(arguments[2]), manner).print()
        case ("locate", 3):
            try SequencingProbe.locate(arguments[1], runs: runs(arguments[2])).print()
        case ("first-sound", 3):
            try FirstSoundProbe.play(arguments[1], font: arguments[2])
        case ("events", 1):
            EventListing.print()
        default:
            fail()
        }
    }

    private static func runs(_ text: String) -> Int {
        max(Int(text) ?? 1, 1)
    }

    private static func fail() {
        FileOutput.write(Array((usage + "\n").utf8), to: 2)
        exit(64)
    }
}
