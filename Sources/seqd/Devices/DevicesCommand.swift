import ArgumentParser
import SamplerHost

/// `seqd devices`: where sound can go, and where MIDI can come from.
struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List sound devices and MIDI ports.",
        discussion: """
            EXAMPLES:
              seqd devices
              seqd devices --json
              seqd play song.mid --device plughw:CARD=PCH,DEV=0
              seqd live --connect 'Keystation*'

            The names stay the same after a reboot, which hw:0 and 20:0 need not do. A
            plughw: device converts what the hardware does not take; hw: is the hardware
            alone. Nothing is changed, and what plays is not disturbed.
            """
    )

    @Flag(help: "Print one JSON object.")
    var json = false

    @Flag(help: "Print only the names that --device takes, one on each line.")
    var names = false

    func validate() throws {
        guard !json || !names else { throw ValidationError("--json or --names, not both") }
    }

    func run() throws {
        // For a shell that completes: no device is opened.
        if names { return try Console.write(ALSADevice.names().map { "\($0)\n" }.joined()) }
        let report = DeviceReport.made()
        try Console.write(
            json ? report.json.text + "\n" : report.text(width: Terminal.textColumns)
        )
    }
}
