/// The item that a player plays, if there is one.
///
/// Behind a pointer, so that code that needs one field of it copies no others. An item that has ended
/// may be freed: what its view points to must not be read any more.
@safe
struct ItemSlot: ~Copyable {
    private let address: UnsafeMutablePointer<PlayItemView>
    private(set) var isEmpty = true
    private var hasLast = false

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

    /// A copy of the item, also after it has ended: then only its own values may be read.
    var last: PlayItemView? { @_noLocks get { unsafe hasLast ? address.pointee : nil } }

    /// Replaces the item.
    @_noLocks
    mutating func set(_ item: PlayItemView) {
        unsafe address.initialize(to: item)
        isEmpty = false
        hasLast = true
    }

    /// Notes that the item has ended.
    @_noLocks
    mutating func leave() { isEmpty = true }
}
