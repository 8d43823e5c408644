/// The commands for the audio devices.
extension CommandTable {
    static let outputs = [
        Command(
            .outputs,
            .observer,
            isReadOnly: true,
            summary: "List the audio devices, and the strips on outputs of their own",
            results: OutputListing.results
        ),
        Command(
            .device,
            .admin,
            parameters: [
                Parameter("name", .text, "ALSA device, as `seqd devices` shows it, or `none`")
            ],
            summary: "Play on another audio device",
            discussion: """
                The other device is opened while everything plays, then takes the place of the first \
                one, of which the buffer (some 20 ms) is lost. It has to take the same rate, period, \
                format and channels. If it cannot, the error says why, and the first one plays on. \
                With `none`, the first one is closed, and everything plays on in real time, silently. \
                While the daemon is idle, the device is tried and released. The next daemon has the \
                device of its options again.
                """
        ),
    ]
}
