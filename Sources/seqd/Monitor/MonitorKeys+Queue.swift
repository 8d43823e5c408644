import ControlProtocol

/// The keys for the selected entry of the queue.
extension MonitorKeys {
    /// The selected entry's position from 1, and its address.
    private var selectedEntry: (position: Int, address: EntryAddress)? {
        guard controls.panel == .queue, let row = controls.selection(in: .queue, of: model) else {
            return nil
        }
        let id = model.queue.entries[row].id
        // The ID is still right if another client has edited the queue meanwhile.
        return (row + 1, id > 0 ? .id(id) : .position(row + 1))
    }

    private var noEntry: MonitorAction {
        .say(
            model.queue.entries.isEmpty
                ? "the queue is empty" : "select an entry of the queue first: Tab changes the panel"
        )
    }

    func jump() -> MonitorAction {
        selectedEntry.map { .ask(Command.Jump(to: $0.address)) } ?? noEntry
    }

    func remove() -> MonitorAction {
        selectedEntry.map { .ask(Command.Remove($0.address)) } ?? noEntry
    }

    func moveEntry(_ distance: Int) -> MonitorAction? {
        guard let entry = selectedEntry else { return noEntry }
        let target = entry.position + distance
        guard (1...model.queue.entries.count).contains(target) else { return nil }
        return .ask(Command.Move(entry.address, to: target))
    }
}
