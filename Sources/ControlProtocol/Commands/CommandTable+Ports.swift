/// The commands for MIDI ports that play on the live inputs, or that MIDI outputs play to.
extension CommandTable {
    static let ports = [
        Command(
            .ports,
            .observer,
            isReadOnly: true,
            summary: "List the MIDI ports, their connections and the rules for them",
            results: PortListing.results
        ),
        Command(
            .connect,
            .admin,
            parameters: [pattern],
            summary: "Connect MIDI ports to a live input or output, now and whenever they appear",
            discussion: """
                This adds a rule, as `--connect` and `--out` do, and the daemon remembers it \
                across restarts. If the rule exists, the ports that it matches are connected \
                again. There can be 64 rules. Without the ALSA sequencer the answer is the error \
                69, or 77 if permission is missing.
                """,
            results: PortEntry.list.results(
                PortEntry.help(of: "each port that was connected; none is not an error")
            )
        ),
        Command(
            .disconnect,
            .admin,
            parameters: [pattern],
            summary: "Disconnect MIDI ports from the live inputs or a MIDI output",
            discussion: """
                Rules with this pattern are removed, and all ports that it matches are \
                disconnected, no matter who connected them. Their notes and pedals are released. \
                Without an input's number this means all inputs. A port that another rule \
                matches stays disconnected until it appears again. A pattern that names neither \
                a rule nor a connected port is an error.
                """,
            results: PortEntry.list.results(PortEntry.help(of: "each port that was disconnected"))
        ),
    ]

    private static let pattern = Parameter(
        "pattern",
        .text,
        .rest,
        "name or number of a client or port (`*`, `?` and `[…]` match as in a shell), or "
            + "`hardware`; `2=PATTERN` for input 2, `out:2=PATTERN` for MIDI output 2"
    )
}
