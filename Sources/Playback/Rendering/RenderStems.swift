import Glibc
import Platform
import SamplerHost
import Sequencer

/// The stems of a file that is rendered: a sound file for each part of the mix.
package struct RenderStems {
    /// The parts that stems are made of.
    package enum Kind: String, CaseIterable, Sendable {
        /// The channels of each sampler.
        case channels
        /// The samplers of the rack, or of the ports.
        case samplers
        /// The tracks of the file, each on a sampler of its own.
        case tracks
    }

    private let kind: Kind
    private let output: String
    private let type: SoundFileType
    private let format: SampleFormat
    private let mayReplace: Bool

    /// Makes the stems of a file.
    ///
    /// - Parameters:
    ///   - kind: The parts.
    ///   - output: The path of the mix.
    ///   - settings: The kind of file.
    init(_ kind: Kind, output: String, _ settings: RenderingSettings) {
        self.kind = kind
        self.output = output
        type = settings.type
        format = settings.format
        mayReplace = settings.mayReplace
    }

    /// The folder of the stems, with a final `/`.
    var folder: String { Self.folder(of: output) }

    /// Refuses outputs in a folder of stems, whose files could have the same names.
    ///
    /// - Parameter outputs: The paths of all mixes.
    /// - Throws: `usage` that names the output.
    package static func check(_ outputs: [String]) throws(PlaybackError) {
        let folders = Dictionary(outputs.map { (folder(of: $0), $0) }) { first, _ in first }
        for output in outputs {
            guard let slash = output.lastIndex(of: "/"),
                let owner = folders[String(output[...slash])]
            else { continue }
            throw PlaybackError(
                .usage,
                "\(output): is in the folder of the stems of \(owner); render it separately"
            )
        }
    }

    /// The folder of the stems of a mix: its name without its extension.
    ///
    /// - Parameter output: The path of the mix.
    /// - Returns: The folder, with a final `/`.
    package static func folder(of output: String) -> String {
        let start = output.lastIndex(of: "/").map(output.index(after:)) ?? output.startIndex
        guard let dot = output.lastIndex(of: "."), dot > start else { return output + "-stems/" }
        return output[..<dot] + "/"
    }

    /// The rack with a sampler for each track that has notes, if tracks are the parts.
    ///
    /// - Parameters:
    ///   - rack: The rack, without rules.
    ///   - sequences: The music.
    /// - Returns: The rack.
    func rack(_ rack: RackSettings, for sequences: [PreparedSequence]) -> RackSettings {
        guard kind == .tracks, let fallback = rack.fallback else { return rack }
        var rack = rack
        for number in Self.tracks(of: sequences).keys.sorted() {
            var sampler = fallback
            sampler.name = Self.samplerName(ofTrack: number)
            rack.samplers.append(sampler)
            rack.rules.append(
                RoutingRule(
                    source: .track(number),
                    destinations: [RoutingDestination(sampler: sampler.name)]
                )
            )
        }
        return rack
    }

    /// The rack with strips for the channels that have notes, if channels are the parts.
    ///
    /// - Parameters:
    ///   - rack: The rack.
    ///   - music: The music, with its routes through the rack.
    /// - Returns: The rack.
    func rack(_ rack: RackSettings, withChannelsOf music: [RoutedSequence]) -> RackSettings {
        kind == .channels ? rack.withChannels(of: music) : rack
    }

    /// Makes the folder, and says which stems there are.
    ///
    /// - Parameters:
    ///   - engine: The engine, with its samplers.
    ///   - program: The music.
    ///   - expected: The most frames that there will be.
    /// - Returns: The stems; the last one is that of the effects.
    /// - Throws: `cannotCreate` where the folder cannot be made.
    func requests(
        _ engine: Engine,
        _ program: Program,
        expected: Int64
    ) throws(HostError) -> [StemRequest] {
        guard unsafe mkdir(folder.systemPath, 0o777) == 0 || FileStatus(folder)?.kind == .folder
        else {
            throw HostError(.cannotCreate, folder, SystemError.text())
        }
        let music = program.pieces.compactMap(\.routed)
        let tracks = Self.tracks(of: program.sequences)
        var names: Set<String> = []
        var requests: [StemRequest] = []
        func add(_ name: String, _ strip: String?) {
            var unique = name
            var number = 1
            while !names.insert(unique).inserted {
                number += 1
                unique = "\(name) \(number)"
            }
            requests.append(StemRequest(strip, target(unique, expected: expected)))
        }
        let samplers = (engine.stage?.names ?? []).filter { !$0.isEmpty }
        let playing = samplers.filter { !RackSettings.channels(of: $0, in: music).isEmpty }
        for sampler in playing {
            switch kind {
            case .samplers: add(sampler, sampler)
            case .tracks:
                let track = tracks.first { Self.samplerName(ofTrack: $0.key) == sampler }
                add(track.map { Self.padded($0.key) + " " + $0.value } ?? sampler, sampler)
            case .channels:
                for channel in RackSettings.channels(of: sampler, in: music) {
                    let name = "channel " + Self.padded(Int(channel) + 1)
                    add(
                        playing.count > 1 ? "\(sampler) \(name)" : name,
                        RackSettings.Sampler.stripName(sampler, channel: channel)
                    )
                }
            }
        }
        for strip in Set(program.pieces.flatMap(\.clipSettings).map(\.stripName)).sorted()
        where !playing.contains(strip) {
            add(strip, strip)
        }
        if engine.metronome != nil { add("metronome", "metronome") }
        add("effects", nil)
        return requests
    }

    private func target(_ name: String, expected: Int64) -> TapDestination {
        // A name of a track may have anything in it.
        var file = String(name.map { $0 == "/" || $0.isNewline || $0 == "\0" ? "_" : $0 })
        if file.hasPrefix(".") { file = "_" + file.dropFirst() }
        // Most file systems take 255 bytes.
        while file.utf8.count > 200 { file.removeLast() }
        var target = TapDestination(
            path: "\(folder)\(file).\(type.fileExtension)",
            type: type,
            format: format
        )
        target.mayReplace = mayReplace
        target.expectedFrames = expected
        return target
    }

    /// The names of the tracks with notes, by their numbers from 1.
    private static func tracks(of sequences: [PreparedSequence]) -> [Int: String] {
        var tracks: [Int: String] = [:]
        for sequence in sequences {
            for (index, track) in sequence.tracks.enumerated() where track.noteCount > 0 {
                let name = track.name ?? ""
                tracks[index + 1] = name.isEmpty ? "track" : name
            }
        }
        return tracks
    }

    private static func samplerName(ofTrack number: Int) -> String { "track \(number)" }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
