package import Effects
package import Racks

/// The effects buses of an engine by name.
///
/// The buses exist as long as the engine, and only settings go to the audio thread: nothing is lent.
/// Bus 0 is the engine's own. The others are given to the names that racks have for theirs, and to
/// other names once no rack that is lent uses them. The controlling thread's.
package struct EffectsDirectory {
    /// The settings of the engine's own bus.
    private var main: EffectsSettings
    /// By bus, from 1 on; `nil` for one that has not been used.
    private var entries: [Entry?]
    private var changes: [Change] = []
    private let outputs: OutputAssignments

    private struct Entry {
        let name: String
        /// The settings that it has now.
        var settings: EffectsSettings
        /// The settings of the last rack.
        var rackSettings: EffectsSettings
        /// The numbers of the racks that send to it.
        var racks: Set<Int>
    }

    /// Settings that a bus is to get.
    package struct Change {
        package var bus: Int
        package var settings: EffectsSettings
        /// The pair of output channels on which it is heard, from 0.
        package var output: Int
    }

    /// Makes a directory of buses without names.
    ///
    /// - Parameters:
    ///   - count: How many buses the engine has, its own included.
    ///   - main: The settings that its own has.
    ///   - outputs: The pairs of output channels that buses are heard on.
    package init(
        count: Int,
        main: EffectsSettings = EffectsSettings(),
        outputs: OutputAssignments = OutputAssignments()
    ) {
        self.main = main
        self.outputs = outputs
        entries = Array(repeating: nil, count: max(count - 1, 0))
    }

    /// The names of the buses that racks in use have, the engine's own first.
    package var names: [String] {
        let used = entries.compactMap(\.self).filter { !$0.racks.isEmpty }
        return [RackSettings.mainEffects] + used.map(\.name)
    }

    /// The settings of a bus; `nil` if no rack in use has one of the name.
    package func settings(of name: String) -> EffectsSettings? {
        guard names.contains(name), let bus = bus(named: name) else { return nil }
        return bus == 0 ? main : entries[bus - 1]?.settings
    }

    /// Sets a bus.
    ///
    /// - Returns: `false` if no rack in use has one of the name.
    package mutating func set(_ name: String, _ settings: EffectsSettings) -> Bool {
        guard names.contains(name), let bus = bus(named: name) else { return false }
        if bus == 0 { main = settings } else { entries[bus - 1]?.settings = settings }
        changes.append(change(bus, name, settings))
        return true
    }

    /// The bus of a name; `nil` where no rack has one.
    package func bus(named name: String) -> Int? {
        if name == RackSettings.mainEffects { return 0 }
        return entries.firstIndex { $0?.name == name }.map { $0 + 1 }
    }

    /// The names of all buses that have been used, by bus; the engine's own is bus 0.
    package var busNames: [String?] { [RackSettings.mainEffects] + entries.map { $0?.name } }

    /// Whether there are buses for all these names.
    package func hasRoom(for names: Set<String>) -> Bool {
        let missing = names.count { bus(named: $0) == nil }
        let free = entries.count { entry in
            guard let entry else { return true }
            return entry.racks.isEmpty && !names.contains(entry.name)
        }
        return missing <= free
    }

    /// Takes the bus of a name for a rack; there must be room.
    ///
    /// - Parameters:
    ///   - name: The bus's name.
    ///   - settings: Its effects; where they are those that a rack had for it last, it stays as it
    ///     is.
    ///   - rack: The rack's number.
    /// - Returns: The bus.
    package mutating func take(_ name: String, _ settings: EffectsSettings, for rack: Int) -> Int {
        if let bus = bus(named: name) {
            guard bus > 0 else { return 0 }
            entries[bus - 1]?.racks.insert(rack)
            if entries[bus - 1]?.rackSettings != settings {
                entries[bus - 1]?.rackSettings = settings
                entries[bus - 1]?.settings = settings
                changes.append(change(bus, name, settings))
            }
            return bus
        }
        let free =
            entries.firstIndex { $0 == nil } ?? entries.firstIndex { $0?.racks.isEmpty ?? true }
        guard let free else { preconditionFailure("more effects buses than the engine has") }
        entries[free] = Entry(
            name: name,
            settings: settings,
            rackSettings: settings,
            racks: [rack]
        )
        changes.append(change(free + 1, name, settings))
        return free + 1
    }

    private func change(_ bus: Int, _ name: String, _ settings: EffectsSettings) -> Change {
        Change(bus: bus, settings: settings, output: outputs.effects[name]?.index ?? 0)
    }

    /// Notes that a rack sends to no bus any more.
    package mutating func release(rack: Int) {
        for index in entries.indices { entries[index]?.racks.remove(rack) }
    }

    /// The changes that the audio thread has to make, since the last call.
    package mutating func takeChanges() -> [Change] {
        defer { changes = [] }
        return changes
    }
}
