import CSndFile
import FontFiles
public import Platform
public import Racks

/// Opens the sink for a type of sound file.
public enum SoundFileWriter {
    /// The version of libsndfile that is loaded.
    package static var libraryVersion: String {
        // "libsndfile-1.2.0", whose name is given already.
        let text = unsafe String(cString: sf_version_string())
        return String(text.split(separator: "-", maxSplits: 1).last ?? "")
    }

    /// Opens a file or a stream.
    ///
    /// - Parameters:
    ///   - path: A file, a pipe or a device, or `-` for standard output.
    ///   - type: The kind of file.
    ///   - format: The samples' format, as ``SoundFileType/check(rate:format:)`` gave it.
    ///   - rate: Frames per second.
    ///   - periodFrames: Frames that it will get at a time.
    ///   - map: The file's channels, each with what it gets.
    ///   - expectedFrames: The most that there will be, the tail included: a WAV file that will not fit into 4 GiB
    ///     becomes RF64.
    ///   - mayReplace: Whether it may replace an existing file when it is finished.
    ///   - isKept: Whether what was written to a file stays after a full disk and after a crash.
    ///   - tags: Its tags; a WAV stream on something that cannot seek has none.
    /// - Returns: The sink.
    /// - Throws: `cannotCreate` with the reason.
    public static func open(
        path: String,
        type: SoundFileType,
        format: SampleFormat,
        rate: Int,
        periodFrames: Int,
        map: ChannelMap = .stereo,
        expectedFrames: Int64,
        mayReplace: Bool = true,
        isKept: Bool = false,
        tags: SoundFileTags = SoundFileTags()
    ) throws(HostError) -> any PeriodSink {
        if path == "-" || isSpecial(path), type == .wav || type == .raw {
            return try StreamSink(
                path: path,
                type: type,
                format: format,
                rate: rate,
                periodFrames: periodFrames,
                map: map
            )
        }
        // A header is not in the samples. A piece's length is whatever its bytes say, so nothing is
        // added to it or multiplied.
        let most = 0xFFFF_0000 / Int64(map.count * SampleLayout.ofMemory(format).bytes)
        let isLong = expectedFrames > most
        guard !isLong || type != .aiff else {
            throw HostError(.usage, path, "larger than aiff's 4 GiB; use wav, which becomes RF64")
        }
        return try SoundFileSink(
            path: path,
            type: type == .wav && isLong ? .rf64 : type,
            format: format,
            rate: rate,
            periodFrames: periodFrames,
            map: map,
            mayReplace: mayReplace,
            isKept: isKept,
            tags: tags
        )
    }

    /// Whether something is there that is written to and not replaced: a pipe, a device.
    public static func isSpecial(_ path: String) -> Bool {
        OutputFile.isSpecial(path)
    }
}
