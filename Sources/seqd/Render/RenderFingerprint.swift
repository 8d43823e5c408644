import CommandSupport
import JSON
import Platform
import Playback
import SamplerHost
import Sequencer

/// A fingerprint of all that the sound of a batch depends on besides its files: seqd's version,
/// options, fonts, tunings.
struct RenderFingerprint: Sendable {
    private let text: String

    /// Takes down everything that decides what is rendered.
    ///
    /// - Parameters:
    ///   - musical: The musical options.
    ///   - rack: The rack, to which the options have been applied.
    ///   - others: The other options that change what is written.
    /// - Throws: A font that cannot be read.
    init(
        _ musical: MusicalOptions,
        _ rack: RackSettings,
        _ others: [String]
    ) throws(CommandFailure) {
        var object = JSONObject()
        object.set("version", ProgramVersion.number)
        object.set("libraries", SoundLibrary.all.map { "\($0.name) \($0.version)" })
        object.set("settings", Self.encoded(musical.settings))
        object.set("rack", Self.encoded(rack))
        // These also apply to the clicks, which are not in the rack.
        if musical.sound.engine != SamplerSettings(fonts: []).engine {
            object.set("engine", musical.sound.engine.rawValue)
        }
        object.set("bankMode", musical.sound.bankMode.rawValue)
        object.set("interpolation", musical.sound.interpolation.rawValue)
        object.set("limiter", !musical.sound.noLimiter)
        object.set("rate", musical.samples.rate)
        object.set("others", others)
        object.set("files", try Self.files(of: rack).map(Self.state))
        text = object.json.sorted.text
    }

    private static func encoded(_ value: some Encodable) -> JSONValue {
        // The options are checked: there is nothing that JSON could not hold.
        (try? JSONEncoding.encode(value)) ?? .null
    }

    /// The files that the samplers of a rack read.
    private static func files(of rack: RackSettings) throws(CommandFailure) -> [String] {
        var files: Set<String> = []
        for sampler in rack.allSamplers {
            for font in sampler.settings.fonts {
                files.formUnion(
                    try CommandFailure.catching { () throws(HostError) in
                        try InstrumentFile.files(of: font.path)
                    }
                )
            }
            for tuning in sampler.tunings {
                files.formUnion([tuning.scale, tuning.mapping].compactMap(\.self))
            }
        }
        return files.sorted()
    }

    /// A file's name, size and time of change.
    private static func state(of path: String) -> String {
        guard let status = FileStatus(path) else { return "\(path): none" }
        return "\(path): \(status.size) \(status.modified)"
    }

    /// The fingerprint of a song with all of it; `nil` for a song that is not a regular file.
    ///
    /// Any thread.
    ///
    /// - Parameter song: The path.
    /// - Returns: A number that is another after any change.
    func digest(of song: String) -> UInt64? {
        guard FileStatus(song)?.kind == .regular else { return nil }
        return StateHash.of([text.utf8, Self.state(of: song).utf8].joined())
    }
}

extension JSONValue {
    /// The document with the members of each object in the order of their keys: dictionaries have
    /// another order in each process.
    fileprivate var sorted: JSONValue {
        switch self {
        case .array(let elements): return .array(elements.map(\.sorted))
        case .object(let object):
            var sorted = JSONObject()
            for member in object.members.sorted(by: { $0.key < $1.key }) {
                sorted.set(member.key, member.value.sorted)
            }
            return .object(sorted)
        default: return self
        }
    }
}
