package import JSON
import Platform
package import SamplerHost
import Sequencer

/// A fingerprint of all that the sound of pieces depends on besides their files: seqd's version,
/// settings, samplers, fonts and tunings.
package struct SoundFingerprint: Sendable {
    private let text: String

    /// Takes down everything that decides what is heard.
    ///
    /// - Parameters:
    ///   - rack: The samplers and rules.
    ///   - settings: All other settings.
    /// - Throws: A font that cannot be read.
    package init(_ rack: RackSettings, _ settings: JSONObject) throws(HostError) {
        var object = settings
        object.set("version", ProgramVersion.number)
        object.set("libraries", SoundLibrary.all.map { "\($0.name) \($0.version)" })
        object.set("rack", Self.encoded(rack))
        object.set("files", try Self.files(of: rack).map(Self.state))
        text = object.json.sorted.text
    }

    /// Settings as a part of a fingerprint.
    package static func encoded(_ value: some Encodable) -> JSONValue {
        // Settings are checked: there is nothing that JSON could not hold.
        (try? JSONEncoding.encode(value)) ?? .null
    }

    /// The files that the samplers of a rack read.
    private static func files(of rack: RackSettings) throws(HostError) -> [String] {
        var files: Set<String> = []
        for sampler in rack.allSamplers {
            for font in sampler.settings.fonts {
                files.formUnion(try InstrumentFile.files(of: font.path))
            }
            for tuning in sampler.tunings {
                files.formUnion([tuning.scale, tuning.mapping].compactMap(\.self))
            }
        }
        files.formUnion(rack.clips.map(\.path))
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
    package func digest(of song: String) -> UInt64? {
        guard FileStatus(song)?.kind == .regular else { return nil }
        return digest(Self.state(of: song) + Self.clips(of: song))
    }

    /// The state of the clips that belong to a song; empty for none.
    package static func clips(of song: String) -> String {
        let list = ClipFile.path(for: song)
        guard FileStatus(list) != nil else { return "" }
        // One that cannot be read is reported where it is played.
        let clips = (try? ClipFile.content(for: song).clips) ?? []
        return ([list] + clips.map(\.path)).map { " \(state(of: $0))" }.joined()
    }

    /// The fingerprint with a text.
    func digest(_ other: String) -> UInt64 { StateHash.of([text.utf8, other.utf8].joined()) }
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
