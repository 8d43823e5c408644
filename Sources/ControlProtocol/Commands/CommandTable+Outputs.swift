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
                The new device is opened during playback and then replaces the old one, whose \
                buffer (some 20 ms) is lost. It must support the same rate, period, format and \
                channels. If it does not, the error says why, and the old one continues. With \
                `none`, the old one is closed, and playback continues in real time, silently. \
                While the daemon is idle, the device is tried and released. The change does not \
                outlast the daemon.
                """
        ),
    ]
}
