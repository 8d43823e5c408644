import ControlProtocol
import SamplerHost

/// The values that clients change, compared with those that were reported last.
///
/// No command reports its change itself: the content of `status`, `strips`, `effects`, `rack` and
/// `queue` is compared as a whole. It has no clock; its owner says when something may have changed.
struct ChangeWatch {
    /// The setting that has a value: its name, with the strip or the bus that it is one of.
    struct Setting: Hashable {
        var name: String
        var strip: String?
        var bus: String?
        var value: SettingValue

        fileprivate var key: [String?] { [strip, bus, name] }
    }

    /// The version of the queue, and its length.
    struct Queue: Hashable {
        var version: Int
        var count: Int
    }

    /// A part of the rack.
    ///
    /// Samplers are compared with their SoundFonts and engines.
    struct Part: Hashable {
        var part: RackChange.Part
        var fonts: [String] = []
        var engine: SynthesisEngine?
    }

    private var settings: [Setting]?
    private var queue: Queue?
    private var rack: [Part]?

    /// Takes the settings as they are now; `nil` if no client wants them.
    ///
    /// - Returns: The changes since the last call, none after `nil`.
    mutating func update(settings now: [Setting]?) -> [DaemonEvent] {
        defer { settings = now }
        guard let before = settings, let now, before != now else { return [] }
        let old = Dictionary(before.map { ($0.key, $0) }) { $1 }
        let new = Dictionary(now.map { ($0.key, $0) }) { $1 }
        let gone = before.filter { new[$0.key] == nil }
            .map { change(of: $0, old: $0.value, new: nil) }
        return gone
            + now.filter { old[$0.key]?.value != $0.value }
            .map { change(of: $0, old: old[$0.key]?.value, new: $0.value) }
    }

    private func change(
        of setting: Setting,
        old: SettingValue?,
        new: SettingValue?
    ) -> DaemonEvent {
        .setting(
            SettingChange(
                setting.name,
                strip: setting.strip,
                bus: setting.bus,
                old: old,
                new: new
            )
        )
    }

    /// Takes the queue as it is now; `nil` if no client wants them.
    ///
    /// - Returns: The change since the last call, none after `nil`.
    mutating func update(queue now: Queue?) -> [DaemonEvent] {
        defer { queue = now }
        guard let queue, let now, queue.version != now.version else { return [] }
        return [.queue(QueueChange(version: now.version, old: queue.count, new: now.count))]
    }

    /// Takes the parts of the rack as they are now; `nil` if no client wants them.
    ///
    /// - Returns: The changes since the last call, none after `nil`; those that were removed first.
    mutating func update(rack now: [Part]?) -> [DaemonEvent] {
        defer { rack = now }
        guard let rack, let now, rack != now else { return [] }
        let difference = now.difference(from: rack)
        func change(_ change: CollectionDifference<Part>.Change) -> DaemonEvent {
            switch change {
            case .remove(_, let part, _): .rack(RackChange(.gone, part.part))
            case .insert(_, let part, _): .rack(RackChange(.loaded, part.part))
            }
        }
        return difference.removals.map(change) + difference.insertions.map(change)
    }
}
