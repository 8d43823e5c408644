public import SMF

extension PreparedSequence {
    /// The user events of a file, in the order of time.
    ///
    /// - Parameters:
    ///   - file: The file that the sequence was made from.
    ///   - pattern: As of ``lyrics(of:pattern:decoding:)``.
    /// - Returns: The events; their tracks are those of the file, from 0, or of the pattern.
    public func userEvents(of file: MIDIFile, pattern: Int = 0) -> [UserEvent] {
        let tracks =
            file.format == .independent
            ? file.tracks.dropFirst(max(pattern, 0)).prefix(1) : file.tracks[...]
        var events: [UserEvent] = []
        for (number, track) in tracks.enumerated() {
            var tick: Int64 = 0
            for event in track {
                tick += Int64(event.delta)
                guard case .meta(let meta) = event.event, let bytes = meta.userBytes else {
                    continue
                }
                events.append(UserEvent(tick: tick, track: number, bytes: bytes))
            }
        }
        // `sorted` keeps the order of equal elements.
        return events.sorted { $0.tick < $1.tick }
    }
}
