import SoundFont
import Voices

extension RegionSample {
    /// Takes a sample of a SoundFont; `nil` where it cannot be played, or is compressed.
    init?(_ sample: SoundBank.Sample, in layout: BankLayout, frames: SampleFrames) {
        guard sample.silence(in: layout) == nil, !sample.type.contains(.vorbis) else { return nil }
        // A sample may say that it ends a frame behind the data, where there is none.
        let end = min(sample.end, layout.frameCount, frames.count)
        guard end - sample.start >= 2 else { return nil }
        // A loop that is reversed is turned round; an end outside of the data becomes the sample's.
        var (first, last) = (
            min(sample.loopStart, sample.loopEnd), max(sample.loopStart, sample.loopEnd)
        )
        if first < sample.start || first > layout.frameCount { first = sample.start }
        if last < sample.start || last > layout.frameCount { last = sample.end }
        last = max(first, last)
        self.init(
            frames,
            range: sample.start..<end,
            loop: (first - sample.start)..<(last - sample.start),
            rate: Double(sample.playedRate),
            rootKey: Double(sample.playedRootKey),
            correction: Double(sample.correction)
        )
    }
}
