/// The item that a player plays, if there is one.
///
/// Behind a pointer, so that code that needs one field of it copies no others.
struct ItemSlot: ~Copyable {
    /// The item; only to be read where ``isEmpty`` is `false`.
    let address: UnsafeMutablePointer<PlayItemView>
    private(set) var isEmpty = true

    /// An empty slot.
    init() {
        address = .allocate(capacity: 1)
    }

    deinit {
        address.deallocate()
    }

    /// A copy of the whole item.
    var item: PlayItemView? { @_noLocks get { isEmpty ? nil : address.pointee } }

    /// Puts an item in the place of the last one.
    @_noLocks
    mutating func set(_ item: PlayItemView) {
        address.initialize(to: item)
        isEmpty = false
    }
}
