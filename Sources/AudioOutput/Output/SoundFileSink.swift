import CSndFile
import FontFiles
import Glibc
public import Platform
public import Racks

/// A sound file, written through libsndfile; complete after ``finish()``, else not there.
///
/// A file that cannot be made again stays whatever happens: it is written as `take.wav.part`, which
/// is a sound file at any moment, and space for its end is set aside before each write, so that
/// ``finish()`` completes it on a full disk too.
@safe
public final class SoundFileSink: PeriodSink {
    /// Frames it takes at a time.
    public let periodFrames: Int
    /// The layout of the samples that it takes.
    public let layout: SampleLayout
    /// Its channels.
    public let map: ChannelMap

    private let path: String
    private var file: OutputFile?
    private var sound: OpaquePointer?
    /// A pipe or a device that was opened here; what ``file`` writes to is its own.
    private var special: Int32?
    /// The wrapper for a FLAC stream that does not become a file.
    private var forward: ForwardFile?
    /// The file that stays in any case; `nil` for none.
    private var safeguard: SoundFileSafeguard?
    /// Comments that libsndfile cannot write, as `NAME=value`.
    private var comments: [String] = []
    private let mayReplace: Bool

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: Its name, or `-` for standard output where the type can be streamed.
    ///   - type: The kind of file.
    ///   - format: The samples' format, one that the type holds.
    ///   - rate: Frames per second.
    ///   - periodFrames: Frames it takes at a time.
    ///   - map: The file's channels, each with what it gets.
    ///   - mayReplace: Whether it may replace an existing file when it is finished.
    ///   - isKept: Whether what was written stays after a full disk and after a crash.
    ///   - tags: Its tags.
    /// - Throws: `cannotCreate` with the reason.
    public init(
        path: String,
        type: SoundFileType,
        format: SampleFormat,
        rate: Int,
        periodFrames: Int,
        map: ChannelMap = .stereo,
        mayReplace: Bool = true,
        isKept: Bool = false,
        tags: SoundFileTags = SoundFileTags()
    ) throws(HostError) {
        self.path = path
        self.mayReplace = mayReplace
        self.map = map
        self.periodFrames = periodFrames
        layout =
            switch format {
            case .s16: .s16
            case .s24: .s24High
            case .s32: .s32
            case .float: .float32
            }
        var info = SF_INFO()
        info.samplerate = Int32(rate)
        info.channels = Int32(map.count)
        info.format = type.libraryFormat(format)
        let descriptor: Int32
        if path == "-" {
            descriptor = 1
        } else if OutputFile.isSpecial(path) {
            descriptor = unsafe open(path.systemPath, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw HostError(.cannotCreate, path, SystemError.text())
            }
            special = descriptor
        } else {
            let created = try OutputFile(replacing: path, mayReplace: mayReplace)
            descriptor = created.descriptor
            file = consume created
        }
        // libsndfile must not close what the output file owns.
        if type == .flac && (path == "-" || special != nil) {
            let forward = ForwardFile(descriptor: descriptor)
            self.forward = forward
            unsafe sound = unsafe forward.open(&info)
        } else {
            unsafe sound = unsafe sf_open_fd(descriptor, Int32(SFM_WRITE), &info, Int32(SF_FALSE))
        }
        guard let sound = unsafe sound else {
            throw unsafe HostError(.cannotCreate, path, String(cString: sf_strerror(nil)))
        }
        unsafe seqd_sndfile_omit_peak_chunk(sound)
        if type == .rf64 { unsafe seqd_sndfile_allow_downgrade(sound) }
        unsafe write(tags, to: sound, type, rate)
        if isKept, file != nil {
            safeguard = try SoundFileSafeguard(
                of: path,
                descriptor: descriptor,
                type: type,
                frameBytes: layout.bytes * map.count
            )
            unsafe safeguard?.updateHeader(sound, frames: 0)
        }
    }

    deinit {
        abandon()
    }

    /// Sets the tags, which are in the file's header.
    private func write(
        _ tags: SoundFileTags,
        to sound: OpaquePointer,
        _ type: SoundFileType,
        _ rate: Int
    ) {
        for key in SoundFileTags.Key.allCases {
            guard let text = tags.texts[key] else { continue }
            if type == .mp3 {
                // libsndfile's ID3 texts are Latin-1: others are left out.
                guard let latin = text.latin1 else { continue }
                _ = unsafe sf_set_string(sound, key.libraryString, latin)
            } else {
                _ = unsafe sf_set_string(sound, key.libraryString, text)
            }
        }
        guard let loop = tags.loop else { return }
        switch type {
        case .wav, .rf64, .aiff:
            guard let start = UInt32(exactly: loop.lowerBound),
                let end = UInt32(exactly: loop.upperBound)
            else { return }
            unsafe seqd_sndfile_set_loop(sound, start, end)
        case .flac, .ogg, .opus:
            // Opus always has 48,000 frames a second (RFC 7845 §4).
            let factor = type == .opus ? 48_000 / Int64(rate) : 1
            comments = [
                "LOOPSTART=\(loop.lowerBound * factor)",
                "LOOPLENGTH=\(Int64(loop.count) * factor)",
            ]
        case .mp3, .raw: break
        }
    }

    /// Writes frames.
    public func write(_ samples: RawSpan, frames: Int) throws(HostError) -> Int {
        guard let sound = unsafe sound else { return 0 }
        if let code = safeguard?.reserve(frames: frames), code != 0 {
            throw failure(code, else: "cannot be written")
        }
        errno = 0
        let count = sf_count_t(frames)
        let written = unsafe samples.withUnsafeBytes { bytes in
            switch layout {
            case .s16:
                unsafe sf_writef_short(sound, bytes.bindMemory(to: Int16.self).baseAddress, count)
            case .float32:
                unsafe sf_writef_float(sound, bytes.bindMemory(to: Float.self).baseAddress, count)
            default:
                unsafe sf_writef_int(sound, bytes.bindMemory(to: Int32.self).baseAddress, count)
            }
        }
        // libsndfile's MP3 coder counts frames of a failed write(2) as written.
        guard written == count, unsafe sf_error(sound) == 0 else {
            throw failure(forward?.failure ?? errno, else: "cannot be written")
        }
        unsafe safeguard?.updateHeader(sound, frames: frames)
        return 0
    }

    /// A failure to write, in an errno's words where there is one.
    ///
    /// libsndfile's own words are not asked for: some of its coders leave error numbers that
    /// sf_strerror does not know, and then it prints a remark on standard output.
    private func failure(_ code: Int32, else words: String) -> HostError {
        let reason =
            switch code {
            case 0: words
            case EPIPE: "closed by the reader"
            default: SystemError.text(code)
            }
        return HostError(.io, path == "-" ? "standard output" : path, reason)
    }

    /// Completes the file and moves it to its path.
    ///
    /// A file that stays in any case gets its path also if it cannot be completed.
    public func finish() throws(HostError) {
        guard let sound = unsafe sound else { return }
        errno = 0
        let status = unsafe sf_close(sound)
        let code = forward?.failure ?? errno
        unsafe self.sound = nil
        let isComplete = status == 0 && !Self.tellsFailedWrite(code)
        guard isComplete || safeguard != nil else {
            throw failure(code, else: "cannot be completed")
        }
        closeSpecial()
        let safeguard = safeguard.take()
        safeguard?.releaseReserve()
        if var file = file.take() {
            if !comments.isEmpty, isComplete { file = try withComments(file) }
            try file.commit()
        }
        safeguard?.removeRecoveryName()
        guard isComplete else { throw failure(code, else: "cannot be completed") }
    }

    /// A copy of the finished file with further comments.
    private func withComments(_ file: consuming OutputFile) throws(HostError) -> OutputFile {
        var bytes: [UInt8]
        do throws(HostError) {
            bytes = try InputFile.read("/proc/self/fd/\(file.descriptor)")
        } catch {
            throw HostError(error.code, path, error.reason)
        }
        guard let header = CommentHeader(of: bytes, adding: comments) else { return file }
        bytes.replaceSubrange(0..<header.replacedCount, with: header.bytes)
        header.renumberPages(of: &bytes)
        let copy = try OutputFile(replacing: path, mayReplace: mayReplace)
        let code = unsafe ForwardFile.write(bytes.span.bytes, to: copy.descriptor)
        guard code == 0 else { throw HostError(.io, path, SystemError.text(code)) }
        return copy
    }

    /// Whether an errno says that the last bytes were not taken: libsndfile does not, and leaves
    /// others there that mean nothing, such as that a pipe cannot seek.
    private static func tellsFailedWrite(_ code: Int32) -> Bool {
        [EPIPE, ENOSPC, EDQUOT, EFBIG, EIO].contains(code)
    }

    private func closeSpecial() {
        if let special { close(special) }
        special = nil
    }

    /// Leaves nothing.
    public func abandon() {
        if let sound = unsafe sound { unsafe sf_close(sound) }
        unsafe sound = nil
        file = nil
        safeguard.take()?.removeRecoveryName()
        closeSpecial()
    }
}

extension String {
    /// The text in Latin-1 with a final 0; `nil` if it has other characters.
    fileprivate var latin1: [CChar]? {
        var bytes: [CChar] = []
        for scalar in unicodeScalars {
            guard scalar.value > 0, scalar.value < 256 else { return nil }
            bytes.append(CChar(bitPattern: UInt8(scalar.value)))
        }
        return bytes + [0]
    }
}
