import ArgumentParser
import Sequencer

/// The option for leading other programs.
struct LeadOptions: ParsableArguments {
    /// The programs that can be led.
    enum Led: String, ExpressibleByArgument {
        case jack
    }

    @Option(
        help: ArgumentHelp(
            "Lead JACK's transport (jack): playback starts, stops and moves it, and tells bar, beat "
                + "and tick; other programs cannot (default: it is left alone).",
            valueName: "what"
        )
    )
    var lead: Led?

    /// Refuses to lead what is followed.
    func check(following settings: SyncSettings?) throws {
        guard lead == .jack, settings?.source == .jack else { return }
        throw ValidationError("--lead jack: not with --follow jack")
    }
}
