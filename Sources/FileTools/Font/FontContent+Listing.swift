package import Instruments
package import SamplerHost
import SoundFont

extension FontContent {
    /// The loop of a sample that has some frames, counted from its first; `nil` without one.
    ///
    /// - Parameters:
    ///   - index: The sample.
    ///   - count: The number of its frames.
    /// - Returns: The frames.
    package func loop(ofSample index: Int, frames count: Int) -> Range<Int>? {
        let sample = bank.samples[index]
        let base = sample.loopBase
        let (start, end) = (sample.loopStart - base, sample.loopEnd - base)
        return start >= 0 && start + 1 < end && end <= count ? start..<end : nil
    }

    /// Whether a zone plays the loop of a sample, or no zone plays the sample.
    private func isLooped(_ index: Int) -> Bool {
        var isPlayed = false
        for instrument in bank.instruments {
            for zone in instrument.zones where zone.target == index {
                isPlayed = true
                let mode =
                    zone.amount(of: .sampleModes)
                    ?? instrument.global?.amount(of: .sampleModes) ?? 0
                if mode & 1 == 1 { return true }
            }
        }
        return !isPlayed
    }

    /// A sample in a listing.
    ///
    /// - Parameters:
    ///   - index: The sample.
    ///   - file: The name of its file.
    ///   - original: The sound file that was copied; `nil` for a file with one channel.
    ///   - count: The number of its frames.
    /// - Returns: The entry.
    package func entry(
        ofSample index: Int,
        in file: String,
        _ original: EncodedSample?,
        frames count: Int
    ) -> SampleListing.Entry {
        let sample = bank.samples[index]
        let isWhole = original.map { $0.recording.channelCount > 1 } ?? false
        let side: Int? =
            isWhole ? 0 : sample.type.contains(.left) ? -1 : sample.type.contains(.right) ? 1 : nil
        return SampleListing.Entry(
            file: file,
            rootKey: sample.rootKey <= 127 ? Int(sample.rootKey) : nil,
            correction: Int(sample.correction),
            side: side,
            loop: loop(ofSample: index, frames: count),
            isLooped: isLooped(index)
        )
    }
}
