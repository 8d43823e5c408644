import ArgumentParser
import CommandSupport
import JSON
import SamplerHost
import TerminalUI

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

            These names survive a reboot, unlike hw:0 and 20:0. A plughw: device converts
            formats that the hardware does not support; hw: is the hardware alone. Listing
            does not disturb running playback.
            """
    )

    @Flag(help: "Print one JSON object.")
    var json = false

    @Flag(help: "Print only the names for --device, one per line.")
    var names = false

    func validate() throws {
        guard !json || !names else {
            throw ValidationError("--json and --names cannot be used together")
        }
    }

    func run() throws {
        // For a shell that completes: no device is opened.
        if names {
            let names =
                // ALSA may have a plugin of this name, which is not meant.
                ALSADevice.names().filter { $0 != "jack" }
                + (JACKServer.hasLibrary ? ["jack"] : [])
            return try Console.write(names.map { "\($0)\n" }.joined())
        }
        let report = DeviceReport.made()
        try Console.write(
            json ? report.json.text + "\n" : report.text(width: Terminal.textColumns)
        )
    }
}
