import MIDIPorts

/// The example of MIDIPorts's page.
func startWithMIDIPorts(_ queue: LiveQueue) throws {
    // begin
    // Notes of all keyboards go into the queue of an engine.
    let input = try LiveInput(LiveInputSettings(), queue: queue)
    for port in input.status.ports {
        print(port.address, port.clientName, port.name)
    }
    input.close()
    // end
}
