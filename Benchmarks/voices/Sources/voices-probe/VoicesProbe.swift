import CReference
import Foundation
import Voices

/// Compares voices of our own with FluidSynth's.
@main
struct VoicesProbe {
    static let usage = """
        usage: voices-probe null FONT [--scalar | --baseline] [--moves NUMBER | --moves all] [--worst N] [--preset BANK PROGRAM]
               voices-probe song FONT [--pedal CONTROLLER]… [--seeds N] [--polyphony N]
               voices-probe song FONT --events FILE
               voices-probe speed FONT
        """

    static func main() throws {
        var arguments = CommandLine.arguments.dropFirst()
        guard let command = arguments.popFirst(), let path = arguments.popFirst() else {
            print(usage)
            exit(64)
        }
        fluid_set_log_function(Int32(FLUID_WARN.rawValue), nil, nil)
        fluid_set_log_function(Int32(FLUID_ERR.rawValue), nil, nil)
        let font = try Font(path)
        guard let reference = Reference(path) else {
            print("\(path): FluidSynth cannot read it")
            exit(65)
        }
        let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        switch command {
        case "null":
            var test = NullTest(font: font, reference: reference)
            var (worst, bank, program): (Int, Int?, Int?) = (0, nil, nil)
            while let option = arguments.popFirst() {
                switch option {
                case "--scalar": test.kernels = .scalar
                case "--baseline": test.kernels = .baseline
                case "--moves":
                    let number = arguments.popFirst().flatMap { Int($0) }
                    test.moved = number.map { [$0] } ?? Set(Run.moves.map(\.number))
                case "--key": test.key = arguments.popFirst().flatMap { Int($0) }
                case "--print": test.printedFrame = arguments.popFirst().flatMap { Int($0) }
                case "--worst": worst = arguments.popFirst().flatMap { Int($0) } ?? 10
                case "--preset":
                    bank = arguments.popFirst().flatMap { Int($0) }
                    program = arguments.popFirst().flatMap { Int($0) }
                default: break
                }
            }
            let results = test.results(bank: bank, program: program)
            NullTest.print(
                results,
                name: "\(name)\(test.moved.isEmpty ? "" : ", moved")",
                worst: worst
            )
        case "song":
            var test = SongTest(font: font, path: path)
            var (pedals, seeds): ([Int], Int) = ([], 4)
            while let option = arguments.popFirst() {
                switch option {
                case "--events":
                    let file = arguments.popFirst() ?? ""
                    var test = FileTest(font: font, path: path, events: file)
                    try test.print()
                    return
                case "--pedal":
                    pedals += arguments.popFirst().flatMap { Int($0) }.map { [$0] } ?? []
                case "--seeds": seeds = arguments.popFirst().flatMap { Int($0) } ?? 4
                case "--polyphony":
                    test.polyphony = arguments.popFirst().flatMap { Int($0) } ?? 256
                default: break
                }
            }
            for seed in 1...max(1, seeds) {
                test.seed = UInt64(seed)
                test.print(pedals: pedals)
            }
        case "speed":
            SpeedTest(font: font, reference: reference, path: path).print()
        default:
            print(usage)
            exit(64)
        }
    }
}
