import Playback
import Sequencer
import Waveform
import Wording

/// A sound whose peaks were found.
struct PeaksSound {
    /// The pixels.
    let collector: PeakCollector
    /// The number of channels before they were mixed.
    let inputChannels: Int
    /// The frame of the file at which the sound begins.
    let start: Int64
    private let ruler: ProgramRuler?

    /// A sound that was read.
    init(_ collector: PeakCollector, inputChannels: Int, start: Int64) {
        (self.collector, self.inputChannels, self.start) = (collector, inputChannels, start)
        ruler = nil
    }

    /// A sound that was rendered.
    init(_ collector: PeakCollector, inputChannels: Int, _ program: Program?) {
        (self.collector, self.inputChannels) = (collector, inputChannels)
        start = program?.startFrame ?? 0
        ruler = program?.ruler
    }

    /// The duration.
    var lengthText: String {
        let (frames, rate) = (collector.frames, collector.rate)
        // Below 10 ms a time has hardly a digit.
        guard frames * 100 >= Int64(rate) else { return NumberText.count(frames, "frame") }
        return TimeText.text(frames: frames, rate: rate)
    }

    private var channelText: String {
        switch (inputChannels, collector.channels) {
        case (1, _): "mono"
        case (2, 1): "stereo, mixed to mono"
        case (2, _): "stereo"
        case (_, 1): "\(inputChannels) channels, mixed to mono"
        default: "\(inputChannels) channels"
        }
    }

    /// The content of a picture.
    func content(of pixels: FittedBuckets.Pixels, title: String) -> WaveformPicture.Content {
        var words = [
            lengthText, "\(collector.rate) Hz", channelText,
            "peak \(Level.text(collector.peak))",
        ]
        if let bars = ruler?.bars.count, bars > 0 { words.append(NumberText.count(bars, "bar")) }
        var content = WaveformPicture.Content(
            title: title,
            summary: words.joined(separator: "  ·  "),
            pixels: pixels,
            rate: collector.rate
        )
        content.start = start
        if let ruler {
            content.bars = ruler.bars.map { .init(number: $0.label, frame: $0.frame) }
            content.markers = ruler.markers.map { .init(name: $0.label, frame: $0.frame) }
        }
        return content
    }
}
