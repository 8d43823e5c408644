import SeqdPlayer

/// The example of SeqdPlayer's page.
func startWithSeqdPlayer() async throws {
    // begin
    let player = try Player("song.mid")
    try await player.play()
    // end
}
