package import Instruments
package import Platform
import Racks
package import SoundFont

/// The content of a SoundFont, or of an instrument of another kind as the SoundFont that is made of it.
package struct FontContent: Sendable {
    /// The path as the user gave it.
    package let path: String
    /// The presets, instruments and sample headers.
    package var bank: SoundBank { reading.bank }
    /// The bank with the positions of its frames and what was found in the file.
    package let reading: SoundBankReading
    /// The findings of the description of an instrument; none for a SoundFont.
    ///
    /// Those of recordings are there as far as these have been read.
    package var findings: [InstrumentDiagnostic] { image?.diagnostics ?? [] }
    /// The kind of instrument; `nil` for a SoundFont.
    package let kind: InstrumentKind?
    /// The SoundFont that was made of an instrument; `nil` for a SoundFont.
    package let image: InstrumentImage?
    /// The length of the SoundFont in bytes.
    package var size: Int { unsafe file.bytes.count }
    private let file: MappedFile

    /// Reads a font: its structure and preset data; frames only when they are asked for.
    ///
    /// - Parameters:
    ///   - path: An SF2 or SF3 file, or another instrument.
    ///   - isForFile: Whether a SoundFont file is to be made of it: then regions are left out that
    ///     would all sound at once there.
    ///   - isWhole: Whether all frames are read at once. The zones of an instrument are then softer by
    ///     what its recordings became louder by, as in a file.
    /// - Throws: `noInput` where it cannot be read, `data` where it is not an instrument.
    package init(
        _ path: String,
        isForFile: Bool = false,
        isWhole: Bool = false
    ) throws(HostError) {
        let kind = InstrumentKind(path)
        let image = try kind.map { kind throws(HostError) in
            guard isForFile || isWhole else {
                return try InstrumentCache.image(of: SoundFontReference(path: path), kind)
            }
            return try InstrumentImage(try InstrumentReader.read(path, kind), isForFile: isForFile)
        }
        let file = try Self.map(path, image)
        reading = try Self.reading(of: file)
        self.path = path
        self.kind = kind
        self.image = image
        self.file = file
    }

    /// Takes the SoundFont of an instrument.
    ///
    /// - Parameters:
    ///   - image: The SoundFont.
    ///   - path: Its name in messages.
    /// - Throws: The system's error.
    package init(_ image: InstrumentImage, named path: String) throws(HostError) {
        file = try Self.map(path, image)
        reading = try Self.reading(of: file)
        self.path = path
        self.image = image
        kind = nil
    }

    private static func reading(of file: MappedFile) throws(HostError) -> SoundBankReading {
        do throws(SoundFontError) {
            return unsafe try SoundBankReading(file.bytes.bytes)
        } catch {
            throw HostError(.data, file.path, error.description)
        }
    }

    private static func map(
        _ path: String,
        _ image: InstrumentImage?
    ) throws(HostError) -> MappedFile {
        guard let image else {
            let source = try InputFile(path)
            return try MappedFile(source)
        }
        let source = try InputFile(path, duplicating: image.descriptor)
        return try MappedFile(source)
    }

    /// The compressed samples that cannot be decoded: their names, each with the reason.
    ///
    /// Decodes all of them.
    package var undecodableSamples: [(name: String, reason: String)] {
        bank.samples.indices.compactMap { index in
            let sample = bank.samples[index]
            guard sample.type.contains(.vorbis), sample.silence(in: reading.layout) == nil else {
                return nil
            }
            do throws(HostError) {
                let count = try frames(ofSample: index).count
                return count < 2 ? (sample.name, "it has \(count) frames") : nil
            } catch {
                return (sample.name, error.reason)
            }
        }
    }

    /// Reads all frames, so that ``findings`` has what is wrong with them.
    package func readFrames() { image?.frames.fill() }

    /// The frames of a sample, of which 1 is full scale.
    ///
    /// - Parameter index: The sample.
    /// - Returns: Its frames; compressed ones are decoded.
    /// - Throws: A sample that cannot be played.
    package func frames(ofSample index: Int) throws(HostError) -> [Float] {
        let sample = bank.samples[index]
        image?.frames.fill(CollectionOfOne(index))
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
            let high = unsafe Int16(
                truncatingIfNeeded: Int(file.bytes[position]) | Int(file.bytes[position + 1]) << 8
            )
            guard let low else { return Float(high) / 32_768 }
            let value = unsafe Int32(high) << 8 | Int32(file.bytes[low.lowerBound + frame])
            return Float(value) / 8_388_608
        }
    }

    /// Bytes of the SoundFont.
    ///
    /// - Parameter range: Their positions, within the file.
    /// - Returns: A copy.
    package func bytes(in range: Range<Int>) -> [UInt8] { unsafe Array(file.bytes[range]) }

    /// A compressed sample as a sound file.
    ///
    /// - Parameters:
    ///   - range: Its bytes.
    ///   - name: Its name in messages.
    /// - Returns: A reader of its frames.
    /// - Throws: `data` for what is not a sound file.
    package func soundFile(
        in range: Range<Int>,
        named name: String
    ) throws(HostError) -> SoundFileReader {
        let source = SampleSource(
            location: .embeddedFile(range),
            name: name,
            position: InstrumentPosition(file: path)
        )
        return try SoundFileReader(source, in: path)
    }

    private func decoded(_ range: Range<Int>, _ name: String) throws(HostError) -> [Float] {
        let reader = try soundFile(in: range, named: name)
        let channels = reader.recording.channelCount
        var frames: [Float] = []
        frames.reserveCapacity(reader.recording.frameCount)
        _ = try reader.forEachPiece { values, count in
            for frame in 0..<count { frames.append(values[frame * channels]) }
        }
        return frames
    }
}
