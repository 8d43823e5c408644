package import Instruments
package import SoundFont

/// The content of a SoundFont, or of an instrument of another kind as the SoundFont that is made of it.
package struct FontContent: Sendable {
    /// The path as the user gave it.
    package let path: String
    /// The presets, instruments and sample headers.
    package var bank: SoundBank { reading.bank }
    /// The bank with the positions of its frames and what was found in the file.
    package let reading: SoundBankReading
    /// What is not played as the description of an instrument asks for; none for a SoundFont.
    package let findings: [InstrumentDiagnostic]
    /// The kind of instrument; `nil` for a SoundFont.
    package let kind: InstrumentKind?
    /// The bytes of the SoundFont.
    package let bytes: [UInt8]

    /// Reads a font.
    ///
    /// - Parameters:
    ///   - path: An SF2 or SF3 file, or another instrument.
    ///   - isForFile: Whether a SoundFont file is to be made of it: then regions are left out that
    ///     would all sound at once there.
    /// - Throws: `noInput` where it cannot be read, `data` where it is not an instrument.
    package init(_ path: String, isForFile: Bool = false) throws(HostError) {
        self.path = path
        kind = InstrumentKind(path)
        if let kind {
            let image =
                isForFile
                ? try InstrumentImage(try InstrumentReader.read(path, kind), takesFirst: true)
                : try InstrumentCache.image(of: path, kind)
            findings = image.diagnostics
            bytes = try image.bytes(at: 0, count: image.size)
        } else {
            findings = []
            let file = try InputFile(path)
            bytes = try file.bytes(at: 0, count: file.size)
        }
        do throws(SoundFontError) {
            reading = try SoundBankReading(bytes)
        } catch {
            throw HostError(.data, path, error.description)
        }
    }

    /// The frames of a sample, of which 1 is full scale.
    ///
    /// - Parameter index: The sample.
    /// - Returns: Its frames; compressed ones are decoded.
    /// - Throws: A sample that cannot be played.
    package func frames(ofSample index: Int) throws(HostError) -> [Float] {
        let sample = bank.samples[index]
        if let problem = sample.silence(in: reading.layout) {
            throw HostError(.data, path, "sample \(sample.name): \(problem)")
        }
        guard let data = reading.layout.frames else { return [] }
        if sample.type.contains(.vorbis) {
            let range = data.lowerBound + sample.start..<data.lowerBound + sample.end
            return try decoded(range.clamped(to: data), sample.name)
        }
        let low = reading.layout.lowBytes
        let end = min(sample.end, reading.layout.frameCount)
        return (sample.start..<end).map { frame in
            let position = data.lowerBound + 2 * frame
            let high = Int16(
                truncatingIfNeeded: Int(bytes[position]) | Int(bytes[position + 1]) << 8
            )
            guard let low else { return Float(high) / 32_768 }
            let value = Int32(high) << 8 | Int32(bytes[low.lowerBound + frame])
            return Float(value) / 8_388_608
        }
    }

    private func decoded(_ range: Range<Int>, _ name: String) throws(HostError) -> [Float] {
        let source = SampleSource(
            location: .embeddedFile(range),
            name: name,
            position: InstrumentPosition(file: path)
        )
        let reader = try SoundFileReader(source, in: path)
        let channels = reader.recording.channelCount
        var frames: [Float] = []
        frames.reserveCapacity(reader.recording.frameCount)
        _ = try reader.forEachPiece { values, count in
            for frame in 0..<count { frames.append(values[frame * channels]) }
        }
        return frames
    }
}
