import CSndFile
import Glibc
package import Instruments
package import Platform

/// A sound file that is read through libsndfile: WAV, AIFF, FLAC, Ogg and what else it knows.
@safe
package struct SoundFileReader: ~Copyable {
    /// The facts about the file.
    package let recording: Recording
    /// The compression of the file; `nil` for linear PCM.
    package let compression: SoundCompression?
    /// The number of frames; `nil` where it is not known: of a pipe, and of a file that was a stream
    /// and does not say how long it is.
    package let frameCount: Int?
    /// Whether frames can be read in any order: it is no pipe.
    private let isSeekable: Bool
    private let sound: OpaquePointer
    private let descriptor: Int32
    private let name: String

    /// The most frames of a file; a SoundFont has no room for more.
    private static let frameLimit = 0x5000_0000
    /// The frames after which it does not matter any more where decoding began: in Vorbis not at all, in
    /// MP3 and Opus for the ear.
    private static let run = 16_384
    /// The most channels that are read; two of them are played.
    private static let channelLimit = 64

    /// Opens a file.
    ///
    /// - Parameter path: The file.
    /// - Throws: `noInput` for a file that cannot be opened, `data` for one that libsndfile does not
    ///   know.
    package init(_ path: String) throws(HostError) {
        // A FIFO without a writer would never be open.
        let descriptor = unsafe open(path.systemPath, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw InputFile.failure(path, errno) }
        try self.init(owning: descriptor, name: path)
    }

    /// Opens a file or a pipe for reading it once from its beginning to its end.
    ///
    /// A pipe without a writer makes it wait. Where ``frameCount`` is `nil`, ``recording`` has a number
    /// that means nothing.
    ///
    /// - Parameter path: The file, or `-` for standard input.
    /// - Throws: As ``init(_:)``; files of all lengths are read.
    package init(toItsEnd path: String) throws(HostError) {
        let isInput = path == "-"
        let descriptor =
            unsafe isInput
            ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : open(path.systemPath, O_RDONLY | O_CLOEXEC)
        let name = isInput ? "standard input" : path
        guard descriptor >= 0 else { throw InputFile.failure(name, errno) }
        guard FileStatus(descriptor: descriptor)?.kind != .folder else {
            close(descriptor)
            throw HostError(.noInput, name, "is a directory, expected a file")
        }
        try self.init(owning: descriptor, name: name, frameLimit: .max)
    }

    /// Reads from the beginning of an open file.
    ///
    /// - Parameters:
    ///   - descriptor: The file's descriptor, which is closed at the end.
    ///   - name: The name in messages.
    /// - Throws: `data` for a file that libsndfile does not know.
    package init(owning descriptor: Int32, name: String) throws(HostError) {
        // libsndfile would wait for what comes out of a FIFO.
        guard FileStatus(descriptor: descriptor)?.kind == .regular else {
            close(descriptor)
            throw HostError(.data, name, "not a regular file")
        }
        try self.init(owning: descriptor, name: name, frameLimit: Self.frameLimit)
    }

    private init(
        owning descriptor: Int32,
        name: String,
        frameLimit: Int
    ) throws(HostError) {
        var info = SF_INFO()
        guard let sound = unsafe sf_open_fd(descriptor, Int32(SFM_READ), &info, Int32(SF_FALSE))
        else {
            let reason = unsafe Self.reason(sf_strerror(nil))
            let isPipe = FileStatus(descriptor: descriptor)?.isPipe ?? false
            close(descriptor)
            var remedy = ForeignSound.isNamed(by: name) ? "; ffmpeg converts it to WAV or FLAC" : ""
            // libsndfile (1.2.0) has to seek in it.
            if isPipe { remedy = "; FLAC cannot be read from a pipe" }
            throw HostError(.data, name, "not a sound file that can be read: \(reason)\(remedy)")
        }
        guard info.frames < Int64.max || frameLimit == .max else {
            unsafe sf_close(sound)
            close(descriptor)
            throw HostError(.data, name, "cut off: it does not say how long it is")
        }
        guard info.frames >= 0, info.frames <= Int64(frameLimit), info.samplerate > 0,
            (1...Self.channelLimit).contains(Int(info.channels))
        else {
            unsafe sf_close(sound)
            close(descriptor)
            let most = frameLimit == .max ? "" : "\(frameLimit) frames of "
            throw HostError(
                .data,
                name,
                "\(info.frames) frames of \(info.channels) channels at \(info.samplerate) Hz, "
                    + "expected at most \(most)\(Self.channelLimit) channels"
            )
        }
        unsafe self.sound = sound
        self.descriptor = descriptor
        self.name = name
        isSeekable = info.seekable != 0
        frameCount = isSeekable && info.frames < Int64.max ? Int(info.frames) : nil
        let format = Int(info.format)
        compression = SoundCompression(format: format)
        var recording = Recording(
            frameCount: Int(info.frames),
            channelCount: Int(info.channels),
            rate: Int(info.samplerate),
            bits: Self.bits(of: format)
        )
        unsafe Self.readInstrument(of: sound, into: &recording)
        if format & Int(SF_FORMAT_TYPEMASK) == Int(SF_FORMAT_FLAC),
            let file = try? InputFile(name, duplicating: descriptor)
        {
            FLACSamplerChunk.read(file, into: &recording)
        }
        self.recording = recording
    }

    /// The file and its version: another text after any change of the open file.
    package var version: String? { FileStatus(descriptor: descriptor)?.version }

    deinit {
        unsafe sf_close(sound)
        close(descriptor)
    }

    /// The message of libsndfile without its final stop.
    private static func reason(_ text: UnsafePointer<CChar>?) -> String {
        let reason = unsafe text.map { unsafe String(cString: $0) } ?? "unknown format"
        return reason.hasSuffix(".") ? String(reason.dropLast()) : reason
    }

    private static func bits(of format: Int) -> Int {
        switch format & Int(SF_FORMAT_SUBMASK) {
        case Int(SF_FORMAT_PCM_24), Int(SF_FORMAT_PCM_32), Int(SF_FORMAT_FLOAT),
            Int(SF_FORMAT_DOUBLE), Int(SF_FORMAT_ALAC_20), Int(SF_FORMAT_ALAC_24),
            Int(SF_FORMAT_ALAC_32):
            24
        default: 16
        }
    }

    private static func readInstrument(of sound: OpaquePointer, into recording: inout Recording) {
        var data = seqd_sndfile_instrument()
        guard unsafe seqd_sndfile_get_instrument(sound, &data) != 0 else { return }
        if (0...127).contains(data.key) { recording.rootKey = Int(data.key) }
        if (-99...99).contains(data.detune) { recording.detune = -Double(data.detune) }
        let (start, end) = (Int(data.loop_start), Int(data.loop_end))
        // Ends behind the last frame are usual slips in counting.
        if data.loop_count > 0, start >= 0, start < min(end, recording.frameCount) {
            recording.loop = start..<min(end, recording.frameCount)
        }
    }

    /// Whether the file is compressed with losses.
    package var isLossy: Bool { compression?.isLossy ?? false }

    /// Whether the frames at a place can be read without all those in front of it.
    package var canSeekExactly: Bool { !isLossy || compression == .vorbis }

    /// Reads the frames in pieces; −1 … 1 is full scale.
    ///
    /// - Parameters:
    ///   - first: The frame that it begins with.
    ///   - limit: The frame before which it may end.
    ///   - isExact: Whether they are the same as if the file had been read from its start. Otherwise
    ///     MP3 and Opus are decoded from a little before `first` on, which sounds the same.
    ///   - body: Takes the values of a piece, interleaved, and their number of frames.
    /// - Returns: The frame at which it has ended, which is before the header's last where the file is
    ///   damaged.
    /// - Throws: The errors of `body`.
    package func forEachPiece(
        from first: Int = 0,
        upTo limit: Int = .max,
        isExact: Bool = true,
        _ body: (Span<Float>, Int) throws(HostError) -> Void
    ) throws(HostError) -> Int {
        let frames = 16_384
        let channels = recording.channelCount
        var buffer = [Float](repeating: 0, count: frames * channels)
        let last = min(recording.frameCount, limit)
        guard first < last else { return first }
        var done = first
        let reached = unsafe Int(sf_seek(sound, 0, SEEK_CUR))
        if isLossy {
            // What is in front of a place decides what decoders of MP3 and Opus give behind it. With
            // Vorbis, libsndfile 1.2.0 gets the first block behind a jump ahead wrong.
            let start = isExact && !canSeekExactly ? 0 : max(0, first - Self.run)
            done = (start...first).contains(reached) ? reached : start
        }
        // All that comes before the first frame is read too: a pipe has no places, and in a file of
        // unknown length none can be found.
        if frameCount == nil { done = 0 }
        if isSeekable, done != reached || done == 0 {
            guard unsafe sf_seek(sound, sf_count_t(done), SEEK_SET) == sf_count_t(done) else {
                return first
            }
        }
        while done < last {
            let wanted = min(frames, last - done)
            let got = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
                unsafe Int(sf_readf_float(sound, buffer.baseAddress, sf_count_t(wanted)))
            }
            guard got > 0 else { break }
            let passed = min(max(0, first - done), got)
            if passed < got {
                let values = buffer.span.extracting(passed * channels..<got * channels)
                try body(values, got - passed)
            }
            done += got
        }
        return max(first, done)
    }
}
