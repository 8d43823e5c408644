import Instruments
package import Platform
import SoundFont

extension FontContent {
    /// A sample as the font has it, if that is a sound file with compression that has all of the
    /// sample and nothing else.
    ///
    /// Reads headers only; ``fault(in:)`` looks for damage. The sample's header may have another rate
    /// than the sound file.
    ///
    /// - Parameter index: The sample.
    /// - Returns: The sound file; `nil` where the sample is not compressed, is a part of a file, or
    ///   cannot be read.
    package func encodedSample(_ index: Int) -> EncodedSample? {
        let sample = bank.samples[index]
        guard sample.silence(in: reading.layout) == nil else { return nil }
        return image.map { encodedFile(index, sample, $0) } ?? encodedStream(sample)
    }

    private func encodedStream(_ sample: SoundBank.Sample) -> EncodedSample? {
        guard sample.type.contains(.vorbis), let data = reading.layout.frames else { return nil }
        let range = (data.lowerBound + sample.start..<data.lowerBound + sample.end).clamped(
            to: data
        )
        guard let reader = try? soundFile(in: range, named: sample.name),
            let compression = reader.compression,
            let fileExtension = compression.fileExtension,
            reader.recording.frameCount > 1, reader.recording.channelCount == 1
        else { return nil }
        return EncodedSample(
            location: .part(range),
            name: sample.name,
            fileExtension: fileExtension,
            compression: compression,
            recording: reader.recording
        )
    }

    private func encodedFile(
        _ index: Int,
        _ sample: SoundBank.Sample,
        _ image: InstrumentImage
    ) -> EncodedSample? {
        let origin = image.frames.origins[index]
        guard origin.firstFrame == 0, let path = image.source.files[origin.source],
            let recording = image.source.recordings[origin.source],
            recording.channelCount <= 2, sample.end - sample.start == recording.frameCount,
            let reader = try? SoundFileReader(path), reader.recording == recording,
            let compression = reader.compression
        else { return nil }
        let own = FilePath.fileExtension(of: path)
        return EncodedSample(
            location: .file(path),
            name: FilePath.stem(of: path),
            fileExtension: own.isEmpty ? compression.fileExtension ?? "sound" : own,
            compression: compression,
            recording: recording
        )
    }

    /// The bytes of a sample's sound file.
    ///
    /// - Parameter sample: The sample.
    /// - Returns: The bytes as they are.
    /// - Throws: A file that cannot be read any more.
    package func bytes(of sample: EncodedSample) throws(HostError) -> [UInt8] {
        switch sample.location {
        case .part(let range): bytes(in: range)
        case .file(let path): try InputFile.read(path)
        }
    }

    /// The damage of a sample's sound file; `nil` where none is found.
    ///
    /// The checksums of Ogg pages are compared, and the last frames are decoded: a file that is cut
    /// off does not have them.
    ///
    /// - Parameter sample: The sample.
    /// - Returns: The damage, such as `cut off: its last frame is missing`.
    package func fault(in sample: EncodedSample) -> String? {
        do throws(HostError) {
            let bytes = try bytes(of: sample)
            if bytes.starts(with: "OggS".utf8), let fault = OggPage.fault(in: bytes[...]) {
                return fault
            }
            let count = sample.recording.frameCount
            let reached =
                switch sample.location {
                case .part(let range):
                    try soundFile(in: range, named: sample.name)
                        .forEachPiece(from: count - 1, isExact: false) { _, _ in }
                case .file(let path):
                    try SoundFileReader(path)
                        .forEachPiece(from: count - 1, isExact: false) { _, _ in }
                }
            return reached < count ? "cut off or damaged: its last frame is missing" : nil
        } catch {
            return error.reason
        }
    }
}
