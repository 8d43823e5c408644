import Glibc
import Instruments
import SamplerHost
import SoundFont

/// Writes the files that the samples of a font are extracted to.
struct ExtractionWriter {
    private let content: FontContent
    private let extraction: FontExtraction
    private let folder: String
    /// The files that were not there before.
    private var newFiles: [String] = []
    private var listing: SampleListing

    /// - Parameters:
    ///   - content: The font.
    ///   - extraction: The files of its samples.
    ///   - folder: The folder, with a final slash.
    init(_ content: FontContent, _ extraction: FontExtraction, folder: String) {
        self.content = content
        self.extraction = extraction
        self.folder = folder
        listing = SampleListing(
            comment: "The samples of \(FilePath.name(of: content.path)) with their keys and loops."
        )
    }

    /// Writes the sound files.
    ///
    /// - Returns: The samples that cannot be decoded; the others are written.
    /// - Throws: A file that cannot be written.
    mutating func writeSamples() throws(HostError) -> [HostError] {
        var failures: [HostError] = []
        for file in extraction.files {
            let path = folder + file.name
            let exists = FileStatus(path) != nil
            do throws(HostError) {
                try write(file, to: path)
            } catch {
                guard error.code == .data else { throw error }
                failures.append(error)
                continue
            }
            if !exists { newFiles.append(path) }
        }
        return failures
    }

    private mutating func write(
        _ file: FontExtraction.File,
        to path: String
    ) throws(HostError) {
        let count: Int
        if let original = file.original {
            try SampleWriter.write(path, bytes: try content.bytes(of: original))
            count = original.recording.frameCount
        } else {
            let frames = try content.frames(ofSample: file.sample)
            count = frames.count
            let sample = content.bank.samples[file.sample]
            try SampleWriter.write(
                path,
                frames,
                rate: Int(sample.rate),
                has24Bits: content.reading.layout.lowBytes != nil,
                key: min(sample.rootKey, 127),
                loop: content.loop(ofSample: file.sample, frames: count)
            )
        }
        let samples =
            [file.sample] + extraction.shared.filter { $0.name == file.name }.map(\.sample)
        for sample in samples {
            let entry = content.entry(ofSample: sample, in: file.name, file.original, frames: count)
            // The sides of a recording are in one file, with one key and loop.
            if !listing.entries.contains(entry) { listing.entries.append(entry) }
        }
    }

    /// Writes the keys and loops of the sound files.
    ///
    /// - Parameter path: The SFZ file.
    /// - Throws: A file that cannot be written.
    mutating func writeListing(to path: String) throws(HostError) {
        let exists = FileStatus(path) != nil
        try SampleWriter.write(path, bytes: listing.text.systemPathBytes)
        if !exists { newFiles.append(path) }
    }

    /// Removes the files that were not there before.
    func removeFiles() {
        for file in newFiles { unsafe unlink(file.systemPath) }
    }
}
