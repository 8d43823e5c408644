import ArgumentParser
import CommandSupport
import SamplerHost
import Sequencer

/// The options of `play` for playback in step with another machine.
struct FollowOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Source that starts, stops and moves playback and sets its speed: clock (MIDI clock), "
                + "mtc (MIDI time code) or jack (JACK's transport), in quotation marks with freewheel=SECONDS (default 1), "
                + "for mtc start=HH:MM:SS, the time code at which a file begins, and for the "
                + "correction jump=SECONDS (0.1), tolerance=SECONDS (0.0001), strength=NUMBER (1).",
            valueName: "source"
        ),
        transform: FollowedSource.settings
    )
    var follow: SyncSettings? = nil

    @Option(
        help: ArgumentHelp(
            "Ports to follow, now and when they appear: a pattern (* ? [..]) for names or numbers "
                + "of clients or ports, 'hardware', or 'none' (default: hardware). Repeatable.",
            valueName: "pattern"
        )
    )
    var followFrom: [String] = []

    @Option(
        help: ArgumentHelp(
            "FIFO, terminal or MIDI device to follow. Repeatable.",
            valueName: "path"
        )
    )
    var followRaw: [String] = []

    mutating func validate() throws {
        guard let follow else {
            guard followFrom.isEmpty else { throw ValidationError("--follow-from: needs --follow") }
            guard followRaw.isEmpty else { throw ValidationError("--follow-raw: needs --follow") }
            return
        }
        if follow.source == .jack {
            guard followFrom.isEmpty else { throw ValidationError("--follow-from: not with jack") }
            guard followRaw.isEmpty else { throw ValidationError("--follow-raw: not with jack") }
        }
        guard follow.input == nil else {
            throw ValidationError("--follow: there is one input; --follow-from chooses the port")
        }
    }

    /// The settings of the input; `nil` if nothing is followed, or no MIDI.
    ///
    /// - Throws: Status 64 for invalid patterns and paths.
    func input() throws(CommandFailure) -> LiveInputSettings? {
        guard let follow, follow.source != .jack else { return nil }
        var settings = LiveInputSettings()
        try CommandFailure.catching { () throws(HostError) in
            if !followFrom.isEmpty {
                settings.connections = []
                for pattern in followFrom where pattern != "none" {
                    settings.connections.append(try ConnectionRule(parsing: pattern, inputs: 1))
                }
            }
            for path in followRaw { settings.raw.append(try RawSource(parsing: path, inputs: 1)) }
            try LiveInput.check(settings)
        }
        return settings
    }
}
