import Clips
import ControlProtocol
import Platform
import Racks

/// The sounds that clients have sent, in memory.
@EventLoop
final class SentSounds {
    private final class Entry {
        let sound: MemorySound
        /// The clips that play it, those that are being loaded included.
        var users = 0

        init(_ sound: MemorySound) { self.sound = sound }
    }

    /// The most sounds.
    private static let most = 64
    /// The most bytes of all sounds together.
    private static let maximumBytes = 64 << 20

    private var sounds: [String: Entry] = [:]
    /// Those whose name has another sound, until no clip plays them.
    private var replaced: [Entry] = []

    /// Makes the owner of no sounds.
    init() {}

    /// Adds bytes to a sound, or begins one.
    ///
    /// - Returns: The bytes that it has.
    /// - Throws: 64 for a name that cannot be one, bytes for a sound that there is not, and for one that
    ///   a clip plays; 75 if there are too many sounds or bytes, 69 without memory.
    func take(_ command: Command.SendSound) throws(RequestError) -> Int {
        let name = command.sound
        let entry: Entry
        if command.isAppended {
            entry = try self.entry(name)
            guard entry.users == 0 else {
                throw RequestError(
                    .usage,
                    "name: \(RequestError.quoted(name)): a clip plays it; append=off begins it anew"
                )
            }
            try checkRoom(for: command.bytes.count)
        } else {
            do throws(RoutingSyntaxError) {
                _ = try ClipSettings.name(name, of: "name")
            } catch {
                throw RequestError(.usage, error.description)
            }
            let old = sounds[name]
            guard old != nil || sounds.count < Self.most else {
                throw RequestError(
                    .busy,
                    "there are \(Self.most) sounds already; remove-sound removes one"
                )
            }
            let unused = old.map { $0.users == 0 ? $0.sound.size : 0 } ?? 0
            try checkRoom(for: command.bytes.count - unused)
            entry = Entry(
                try RequestError.catching { () throws(HostError) in
                    try MemorySound("\(SentSoundPath(name))")
                }
            )
        }
        try RequestError.catching { () throws(HostError) in
            try entry.sound.append(command.bytes)
        }
        if !command.isAppended {
            if let old = sounds[name], old.users > 0 { replaced.append(old) }
            sounds[name] = entry
        }
        return entry.sound.size
    }

    private func checkRoom(for bytes: Int) throws(RequestError) {
        let sizes = (sounds.values + replaced).map(\.sound.size)
        guard sizes.reduce(bytes, +) <= Self.maximumBytes else {
            throw RequestError(
                .busy,
                "all sounds together would have more than \(Self.maximumBytes >> 20) MiB; "
                    + "remove-sound and remove-clip make room"
            )
        }
    }

    private func entry(_ name: String) throws(RequestError) -> Entry {
        if let entry = sounds[name] { return entry }
        let names = sounds.keys.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
        let known = names.isEmpty ? "send-sound sends one" : "expected one of \(names)"
        throw RequestError(.usage, "name: \(RequestError.quoted(name)): no such sound; \(known)")
    }

    /// Removes a sound that no clip plays.
    ///
    /// - Throws: 64 where there is none of the name, 75 for one that a clip plays.
    func remove(_ name: String) throws(RequestError) {
        guard try entry(name).users == 0 else {
            throw RequestError(
                .busy,
                "name: \(RequestError.quoted(name)): a clip plays it; remove-clip removes both"
            )
        }
        sounds[name] = nil
    }

    /// Takes a sound into use for a clip.
    ///
    /// - Returns: The sound, to be released later.
    /// - Throws: 64 where there is none of the name.
    func use(_ name: String) throws(RequestError) -> MemorySound {
        let entry = try entry(name)
        entry.users += 1
        return entry.sound
    }

    /// Releases a sound of a clip.
    ///
    /// - Parameters:
    ///   - sound: The sound.
    ///   - isPlayed: Whether the clip was loaded; then the sound goes with the last one.
    func release(_ sound: MemorySound, isPlayed: Bool) {
        if let index = replaced.firstIndex(where: { $0.sound === sound }) {
            replaced[index].users -= 1
            if replaced[index].users == 0 { replaced.remove(at: index) }
        } else if let (name, entry) = sounds.first(where: { $0.value.sound === sound }) {
            entry.users -= 1
            if entry.users == 0, isPlayed { sounds[name] = nil }
        }
    }
}
