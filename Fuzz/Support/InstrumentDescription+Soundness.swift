import Instruments
import SoundFont

extension InstrumentDescription {
    /// Requires that regions refer to what there is, and that a SoundFont made of it reads back.
    ///
    /// - Parameter recordings: The facts about its recordings.
    func requireSoundness(_ recordings: [Recording?]) {
        require(recordings.count == sources.count, "\(recordings.count) recordings")
        require(diagnostics.count <= 501, "\(diagnostics.count) diagnostics")
        for region in programs.flatMap(\.regions) {
            require(sources.indices.contains(region.source), "source \(region.source)")
        }
        guard let assembly = try? BankAssembly(self, recordings: recordings) else { return }
        for piece in assembly.pieces {
            require(
                piece.destination >= 0
                    && piece.destination + piece.frames.count <= assembly.frameCount,
                "frames \(piece.frames) to \(piece.destination) of \(assembly.frameCount)"
            )
        }
        // More zones than a file can count are an error.
        guard assembly.frameCount < 1 << 20,
            let bytes = try? assembly.bank.bytes(
                SampleData(bytes: Array(repeating: 0, count: 2 * assembly.frameCount))
            )
        else { return }
        let reading = succeed("reading") { () throws(SoundFontError) in
            try SoundBankReading(bytes)
        }
        require(
            !reading.diagnostics.contains { $0.code == .sampleUnusable || $0.code == .loopOutside },
            "\(reading.diagnostics)"
        )
    }
}
