/// The chunk `wsmp`: how a wave is played; that of a region stands for that of the wave.
struct DLSWaveSample {
    /// The key at which it sounds as recorded.
    let rootKey: Int
    /// Cents by which it is tuned up.
    let fineTune: Int
    /// Decibels.
    let gain: Double
    /// The loop and whether it ends with the key; `nil` without one.
    let loop: (frames: Range<Int>, isUntilRelease: Bool)?

    /// Reads the chunk; `nil` where it is too short.
    init?(_ file: InstrumentBytes, _ chunk: DLSChunk) {
        let start = chunk.content.lowerBound
        guard chunk.content.count >= 20 else { return nil }
        rootKey = min(Int(file.word(start + 4)), 127)
        fineTune = Int(Int16(bitPattern: file.word(start + 6)))
        // Gains have a scale of 1/655360 dB.
        gain = Double(Int32(bitPattern: file.long(start + 8))) / 655_360
        let size = Int(file.long(start))
        guard file.long(start + 16) > 0, size <= chunk.content.count - 16 else {
            loop = nil
            return
        }
        let record = start + size
        let first = Int(file.long(record + 8))
        let length = Int(file.long(record + 12))
        // The type 1 of level 2 is left with the key.
        loop = length > 0 ? (first..<first + length, file.long(record + 4) == 1) : nil
    }
}
