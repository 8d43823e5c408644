import ArgumentParser
import CommandSupport
import SamplerHost
import Sequencer
import Wording

/// The options for MIDI clock and MIDI Time Code of a piece that plays.
struct SyncOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "MIDI output, 1 to 16, that gets MIDI clock: 24 pulses for each quarter note, start, stop, "
                + "continue and song positions (default: none).",
            valueName: "output"
        ),
        transform: Quantity(1...MIDIOutputName.maximum).whole
    )
    var sendClock: Int?

    @Option(
        help: ArgumentHelp(
            "MIDI Time Code to send: 24, 25, 29.97 (drop-frame) or 30 frames per second, on output 1; "
                + "25:2 sends it on output 2 (default: none).",
            valueName: "rate"
        ),
        transform: Self.timeCode
    )
    var sendMtc: SyncOutputs.TimeCodeOutput?

    private static func timeCode(_ text: String) throws -> SyncOutputs.TimeCodeOutput {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let output = parts.count == 2 ? Int(parts[1]) ?? 0 : 1
        guard parts.count <= 2, let rate = MIDITimeCode.Rate(parsing: String(parts[0])),
            (1...MIDIOutputName.maximum).contains(output)
        else {
            throw ValidationError("expected 24, 25, 29.97 or 30, and an output as in 25:2")
        }
        return SyncOutputs.TimeCodeOutput(rate: rate, output: output - 1)
    }

    /// The clock and the time code that are sent.
    var settings: SyncOutputs {
        var sync = SyncOutputs()
        sync.clockOutput = sendClock.map { $0 - 1 }
        sync.timeCode = sendMtc
        return sync
    }
}
