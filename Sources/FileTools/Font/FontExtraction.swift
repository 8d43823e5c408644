import Instruments
package import SamplerHost
import SoundFont

/// The files that the samples of a font are extracted to.
package struct FontExtraction {
    /// A file.
    package struct File {
        /// Its name.
        package let name: String
        /// The index of the sample.
        package let sample: Int
        /// The sound file that is copied; `nil` for a WAV file of the sample's frames.
        package let original: EncodedSample?
    }

    /// The files, in the order of the samples.
    package private(set) var files: [File] = []
    /// The damaged samples that are decoded instead of being copied, in words.
    package private(set) var damages: [String] = []
    /// The samples that are in a file of another one, with that file.
    package private(set) var shared: [(sample: Int, name: String)] = []
    /// Whether a sound file is copied, which may not have the sample's key and loop.
    package var hasCopies: Bool { files.contains { $0.original != nil } }
    private var damaged: Set<EncodedSample.Location> = []

    /// Looks at the samples of a font.
    ///
    /// - Parameters:
    ///   - content: The font.
    ///   - decodesAll: Whether samples that are compressed become WAV files, too.
    package init(_ content: FontContent, decodesAll: Bool) {
        var names = SampleFileNames()
        var copies: [EncodedSample.Location: String] = [:]
        for (index, sample) in content.bank.samples.enumerated() {
            let original = decodesAll ? nil : original(of: index, in: content)
            guard let original else {
                let name = names.name(for: sample.name, extension: "wav")
                files.append(File(name: name, sample: index, original: nil))
                continue
            }
            if let name = copies[original.location] {
                shared.append((index, name))
                continue
            }
            let name = names.name(for: original.name, extension: original.fileExtension)
            copies[original.location] = name
            files.append(File(name: name, sample: index, original: original))
        }
    }

    /// The sound file of a sample, if it can be copied as it is.
    private mutating func original(of index: Int, in content: FontContent) -> EncodedSample? {
        let sample = content.bank.samples[index]
        // Programs would play a copy at the rate that it says.
        guard let original = content.encodedSample(index),
            original.recording.rate == Int(sample.rate)
        else { return nil }
        // Both sides of a recording are in one file.
        guard !damaged.contains(original.location) else { return nil }
        guard let fault = content.fault(in: original) else { return original }
        damaged.insert(original.location)
        damages.append("sample \(original.name): \(fault)")
        return nil
    }
}
