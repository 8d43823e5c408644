import FontFiles
import Glibc
public import Platform
public import Racks

/// Uncompressed samples into a pipe, as WAV with open sizes or raw: libsndfile has to seek for
/// a WAV file's header.
public final class StreamSink: PeriodSink {
    /// Frames it takes at a time.
    public let periodFrames: Int
    /// The layout of the samples that it takes.
    public let layout: SampleLayout
    /// Its channels.
    public let map: ChannelMap

    private let descriptor: Int32
    private let name: String
    private var header: [UInt8]

    /// Opens a stream.
    ///
    /// - Parameters:
    ///   - path: `-` for standard output, else a pipe or a device.
    ///   - type: `.wav` or `.raw`.
    ///   - format: The samples' format.
    ///   - rate: Frames per second.
    ///   - periodFrames: Frames it takes at a time.
    ///   - map: The stream's channels, each with what it gets.
    /// - Throws: `cannotCreate` with the reason.
    public init(
        path: String,
        type: SoundFileType,
        format: SampleFormat,
        rate: Int,
        periodFrames: Int,
        map: ChannelMap = .stereo
    ) throws(HostError) {
        self.periodFrames = periodFrames
        self.map = map
        layout = .ofMemory(format)
        header = type == .wav ? Self.header(layout: layout, channels: map.count, rate: rate) : []
        if path == "-" {
            descriptor = 1
            name = "standard output"
        } else {
            descriptor = unsafe open(path.systemPath, O_WRONLY | O_CLOEXEC)
            name = path
            guard descriptor >= 0 else {
                throw HostError(.cannotCreate, path, SystemError.text())
            }
        }
    }

    deinit {
        if descriptor != 1 { close(descriptor) }
    }

    /// Writes frames, after the header.
    public func write(_ samples: RawSpan, frames: Int) throws(HostError) -> Int {
        try writeHeader()
        try write(samples)
        return 0
    }

    private func writeHeader() throws(HostError) {
        guard !header.isEmpty else { return }
        defer { header = [] }
        try unsafe write(header.span.bytes)
    }

    private func write(_ bytes: RawSpan) throws(HostError) {
        let code = ForwardFile.write(bytes, to: descriptor)
        guard code != 0 else { return }
        throw HostError(
            .io,
            name,
            code == EPIPE ? "closed by the reader" : SystemError.text(code)
        )
    }

    /// Writes the header at least.
    public func finish() throws(HostError) {
        try writeHeader()
    }

    /// Bytes that went into a pipe cannot be withdrawn.
    public func abandon() {}

    /// A canonical WAV header whose sizes are 0xFFFFFFFF: "until the end of the stream", as
    /// programs that read WAV from a pipe understand it.
    package static func header(layout: SampleLayout, channels: Int, rate: Int) -> [UInt8] {
        let frameBytes = channels * layout.bytes
        var bytes: [UInt8] = []
        func text(_ text: String) { bytes += Array(text.utf8) }
        func number(_ value: Int, bytes count: Int) {
            for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
        }
        text("RIFF")
        number(0xFFFF_FFFF, bytes: 4)
        text("WAVEfmt ")
        number(16, bytes: 4)
        // WAVE_FORMAT_PCM, WAVE_FORMAT_IEEE_FLOAT
        number(layout == .float32 ? 3 : 1, bytes: 2)
        number(channels, bytes: 2)
        number(rate, bytes: 4)
        number(rate * frameBytes, bytes: 4)
        number(frameBytes, bytes: 2)
        number(layout.bytes * 8, bytes: 2)
        text("data")
        number(0xFFFF_FFFF, bytes: 4)
        return bytes
    }
}
