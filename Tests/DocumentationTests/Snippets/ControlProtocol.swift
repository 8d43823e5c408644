import ControlProtocol

/// The example of ControlProtocol's page.
func startWithControlProtocol() throws {
    // begin
    let request = try Request(words: "seek 17:1 at=next-bar")
    print(request.command.name)  // seek
    print(request.json(id: 1))  // {"jsonrpc":"2.0","id":1,"method":"seek",…}
    // end
}
