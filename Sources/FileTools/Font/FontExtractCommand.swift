package import ArgumentParser
import CommandSupport
import Glibc
import Platform
import SamplerHost
import SoundFont

/// `seqd font extract`: the samples of a font as WAV files.
package struct FontExtractCommand: ParsableCommand {
    package init() {}

    package static let configuration = CommandConfiguration(
        commandName: "extract",
        abstract: "Write the samples of a font as WAV files, with their keys and loops."
    )

    @Argument(help: "Font: SF2, SF3, SFZ, DLS, .aupreset or a folder of sound files.")
    package var font: String

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Folder to write to; made if there is none.", valueName: "folder"),
        completion: .directory
    )
    package var output: String

    @Flag(help: "Replace files that exist.")
    package var force = false

    package func run() throws {
        let content = try FontCommand.content(font)
        let folder = output.hasSuffix("/") ? output : output + "/"
        var names = SampleFileNames()
        let files = content.bank.samples.map { folder + names.name(for: $0.name) }
        if !force, let existing = files.first(where: { FileStatus($0) != nil }) {
            throw CommandFailure(.cannotCreate, "\(existing): already exists; --force replaces it")
        }
        let isNew = unsafe mkdir(folder.systemPath, 0o777) == 0
        if !isNew, FileStatus(folder)?.kind != .folder {
            throw CommandFailure(.cannotCreate, "\(output): \(SystemError.text())")
        }
        var failures = FirstFailure()
        var written: [String] = []
        for (index, path) in files.enumerated() {
            do throws(HostError) {
                let exists = FileStatus(path) != nil
                try write(content, index, to: path)
                if !exists { written.append(path) }
            } catch {
                // Where there is no room for one, there is none for the others.
                guard error.code == .data else {
                    remove(written, and: isNew ? folder : nil)
                    throw CommandFailure(error)
                }
                failures.note(CommandFailure(error))
            }
        }
        if failures.status != nil { throw failures.asError }
    }

    /// Removes the files that were written before the failure, and the folder that was made for
    /// them.
    private func remove(_ files: [String], and folder: String?) {
        for file in files { unsafe unlink(file.systemPath) }
        if let folder { unsafe rmdir(folder.systemPath) }
    }

    private func write(_ content: FontContent, _ index: Int, to path: String) throws(HostError) {
        let sample = content.bank.samples[index]
        let frames = try content.frames(ofSample: index)
        let base = sample.loopBase
        let loop = (sample.loopStart - base, sample.loopEnd - base)
        let isLooped = loop.0 >= 0 && loop.0 + 1 < loop.1 && loop.1 <= frames.count
        try SampleWriter.write(
            path,
            frames,
            rate: Int(sample.rate),
            has24Bits: content.reading.layout.lowBytes != nil,
            key: min(sample.rootKey, 127),
            loop: isLooped ? loop.0..<loop.1 : nil
        )
    }
}

/// The file names of samples: without slashes, each once.
package struct SampleFileNames {
    private var used: Set<String> = []

    package mutating func name(for sample: String) -> String {
        var base = String(sample.map { $0 == "/" || $0 == "\0" ? "_" : $0 })
        while base.hasPrefix(".") || base.hasPrefix(" ") { base.removeFirst() }
        if base.isEmpty { base = "sample" }
        var candidate = base
        var number = 2
        // File systems may not distinguish cases.
        while !used.insert(candidate.lowercased()).inserted {
            candidate = "\(base) \(number)"
            number += 1
        }
        return candidate + ".wav"
    }
}
