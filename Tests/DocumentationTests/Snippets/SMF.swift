import SMF

/// The example of SMF's page.
func startWithSMF(_ bytes: [UInt8]) throws {
    // begin
    let file = try MIDIFile(bytes)
    for (number, track) in file.tracks.enumerated() {
        print(number + 1, track.name ?? "", track.count)
    }
    for diagnostic in file.diagnostics {
        print(diagnostic.severity.rawValue, diagnostic)
    }
    // end
}
