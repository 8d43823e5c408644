import CommandSupport
import SamplerHost

/// The outputs of `seqd render`, checked before anything is rendered.
struct RenderDestination {
    /// The output of each input.
    let outputs: OutputPaths
    /// The kind of file.
    let type: SoundFileType
    /// The samples' format.
    let format: SampleFormat

    /// Names and checks the outputs.
    ///
    /// - Parameters:
    ///   - output: The value of `--output`: a file, `-`, or a folder (existing, or with a final `/`);
    ///     `nil` names each output after its input.
    ///   - inputs: The MIDI files.
    ///   - isForced: Whether outputs that seqd has named may replace files.
    ///   - type: The value of `--type`.
    ///   - format: The value of `--format`.
    ///   - rate: Frames per second.
    ///   - channels: The number of channels.
    /// - Throws: Status 64 for values that contradict each other, 73 for a file that exists.
    init(
        output: String?,
        inputs: [OutputPaths.Input],
        isForced: Bool,
        type: SoundFileType?,
        format: SampleFormat?,
        rate: Int,
        channels: Int = 2
    ) throws(CommandFailure) {
        let file = output.flatMap { OutputPaths.isFolder($0) ? nil : $0 }
        let named = file.flatMap { SoundFileType(extensionOf: $0) }
        let chosen = type ?? named ?? .wav
        outputs = try OutputPaths(
            output: output,
            inputs: inputs,
            fileExtension: chosen.fileExtension,
            isForced: isForced
        )
        if let file {
            try OutputName.check(
                file,
                for: .sound,
                inputs: inputs.map(\.path),
                command: "render"
            )
            if let type, let named, !type.mayHaveExtension(of: named) {
                throw CommandFailure(
                    .usage,
                    "\(file): the extension is for \(named.rawValue), but --type is "
                        + "\(type.rawValue); leave --type out, or change the extension"
                )
            }
            guard type != nil || named != nil || file == "-" else {
                if ForeignSound.isNamed(by: file) {
                    throw CommandFailure(
                        .usage,
                        "\(file): seqd does not write this type, ffmpeg does: "
                            + OutputName.foreignSound(from: inputs.first?.path ?? "-", to: file)
                    )
                }
                let names = SoundFileType.allCases.map(\.rawValue).joined(separator: ", ")
                throw CommandFailure(
                    .usage,
                    "\(file): unknown extension; choose a type with --type: \(names)"
                )
            }
            if !chosen.isStreamable, file == "-" || SoundFileWriter.isSpecial(file) {
                throw CommandFailure(
                    .usage,
                    "\(chosen.rawValue) cannot be written to a pipe; "
                        + "wav, raw, flac, ogg, opus and mp3 can"
                )
            }
        }
        self.type = chosen
        self.format = try CommandFailure.catching { () throws(HostError) in
            try chosen.check(channels: channels)
            return try chosen.check(rate: rate, format: format)
        }
    }
}
