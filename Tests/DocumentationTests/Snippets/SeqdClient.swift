import ControlProtocol
import SeqdClient

/// The example of SeqdClient's page.
func startWithSeqdClient() async throws {
    // begin
    let client = try SeqdClient()
    let events = try await client.events([.transport, .bar])
    try await client.ask(Command.Play(FileRequest(paths: ["/music/band.mid"])))
    let status = try await client.ask(Command.Status())
    print(status.state)
    for await message in events {
        print(message.sequence, message.event)
    }
    // end
}
