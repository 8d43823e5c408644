/// The item that a player plays, if there is one.
///
/// Behind a pointer, so that code that needs one field of it copies no others.
@safe
struct ItemSlot: ~Copyable {
    private let address: UnsafeMutablePointer<PlayItemView>
    private(set) var isEmpty = true

    /// An empty slot.
    init() {
        unsafe address = .allocate(capacity: 1)
    }

    deinit {
        unsafe address.deallocate()
    }

    /// The item; only to be read where ``isEmpty`` is `false`.
    var value: PlayItemView {
        @inline(__always)
        @_noLocks
        unsafeAddress {
            assert(!isEmpty, "no item is played")
            return unsafe UnsafePointer(address)
        }
    }

    /// A copy of the whole item.
    var item: PlayItemView? { @_noLocks get { unsafe isEmpty ? nil : address.pointee } }

    /// Replaces the item.
    @_noLocks
    mutating func set(_ item: PlayItemView) {
        unsafe address.initialize(to: item)
        isEmpty = false
    }
}
