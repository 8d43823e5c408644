import Wording

/// The options that people mean by names which a command does not have.
enum OptionNames {
    /// Names from other programs and from everyday language, and the options for the same purpose;
    /// a command's first one is meant.
    private static let others: [(typed: [String], meant: [String])] = [
        (["volume", "vol", "amplification", "amplify", "g", "A"], ["gain", "level"]),
        (
            ["soundfont", "sound-font", "font", "sf", "sf3", "sfz", "dls", "bank", "patches"],
            ["sf2"]
        ),
        (["samplerate", "sample-rate", "frequency", "freq", "r", "s"], ["rate"]),
        (["bpm", "qpm"], ["tempo", "set-tempo"]),
        (["pitch", "key", "semitones", "tune"], ["transpose"]),
        (["concert-pitch", "pitch-standard", "a"], ["a4"]),
        (["start", "begin", "seek", "skip", "offset"], ["from"]),
        (["end", "stop", "until", "length"], ["to", "duration"]),
        (
            ["loop", "loops", "repeat", "repeats", "times", "count", "iterations"],
            ["loops", "loop-count"]
        ),
        (
            [
                "out", "outfile", "out-file", "output-file", "outputfile", "output-path", "file",
                "F",
            ],
            ["output"]
        ),
        (["file-type", "filetype", "container", "codec", "T"], ["type"]),
        (["bits", "bit-depth", "depth", "sample-format", "O"], ["format"]),
        (["loudness", "lufs", "peak", "normalise"], ["normalize"]),
        (["quantization", "grid", "snap"], ["quantise"]),
        (["card", "audio-device", "output-device", "d"], ["device"]),
        (["port", "ports", "midi-port", "midi-out", "p"], ["out", "connect"]),
        (["buffer", "buffer-size", "period-size", "latency", "z"], ["period"]),
        (["buffers", "buffer-count", "c"], ["periods"]),
        (["voices", "max-voices"], ["polyphony"]),
        (["click"], ["metronome"]),
        (["random"], ["shuffle"]),
        (["no-sound", "no-audio", "dry-run", "dummy"], ["null"]),
        (["debug", "info"], ["verbose"]),
        (["overwrite", "replace", "y", "f"], ["force", "in-place"]),
        (["threads", "parallel", "j"], ["jobs"]),
        (["instrument", "preset", "patch"], ["program", "sf2"]),
    ]

    /// The option that is meant by an unknown name.
    ///
    /// - Parameters:
    ///   - typed: The name, without its dashes.
    ///   - names: The command's own options, without their dashes.
    /// - Returns: The option; `nil` if none is near.
    static func meant(by typed: String, among names: [String]) -> String? {
        let purpose = others.first { row in
            row.typed.contains(typed) && row.meant.contains(where: names.contains)
        }
        return purpose?.meant.first(where: names.contains)
            ?? Suggestion.nearest(to: typed, among: names)
    }
}
