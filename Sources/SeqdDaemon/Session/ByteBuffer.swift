import Glibc

/// Bytes that come in at the end and are taken from the start.
///
/// Copies share their memory until one of them changes.
package struct ByteBuffer {
    /// The most bytes that are received at once.
    private static let receivedCapacity = 16_384

    @safe
    private final class Memory {
        let bytes: UnsafeMutableRawBufferPointer
        let capacity: Int

        init(capacity: Int) {
            self.capacity = capacity
            unsafe bytes = .allocate(byteCount: capacity, alignment: 16)
        }

        deinit {
            unsafe bytes.deallocate()
        }
    }

    private var memory: Memory?
    private var start = 0
    private var end = 0

    /// Makes a buffer without memory.
    package init() {}

    /// The number of bytes in it.
    package var count: Int { end - start }

    /// The number of bytes that there is memory for.
    package var capacity: Int { memory?.capacity ?? 0 }

    /// Calls with the bytes.
    package func withBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        guard let memory else { return unsafe body(UnsafeRawBufferPointer(start: nil, count: 0)) }
        return withExtendedLifetime(memory) {
            unsafe body(UnsafeRawBufferPointer(rebasing: memory.bytes[start..<end]))
        }
    }

    /// Takes bytes from the start.
    package mutating func skip(_ count: Int) {
        precondition(count <= self.count)
        start += count
    }

    /// Removes all bytes; the memory stays, unless a copy has it too.
    package mutating func clear() {
        if !isKnownUniquelyReferenced(&memory) { memory = nil }
        (start, end) = (0, 0)
    }

    /// Adds bytes.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        reserve(bytes.count)
        guard let memory else { return }
        unsafe UnsafeMutableRawBufferPointer(rebasing: memory.bytes[end...])
            .copyMemory(from: bytes)
        end += bytes.count
    }

    /// Adds the bytes of another buffer.
    package mutating func append(_ other: ByteBuffer) {
        unsafe other.withBytes { unsafe append($0) }
    }

    /// Adds text in UTF-8.
    package mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { unsafe append(UnsafeRawBufferPointer($0)) }
    }

    /// Makes room behind the bytes, in memory that no copy has.
    private mutating func reserve(_ count: Int) {
        if isKnownUniquelyReferenced(&memory), capacity - end >= count { return }
        let needed = self.count + count
        guard needed > 0 else { return }
        let isOwn = isKnownUniquelyReferenced(&memory)
        if isOwn, let memory, capacity >= needed, start >= self.count {
            unsafe memory.bytes.copyMemory(
                from: UnsafeRawBufferPointer(rebasing: memory.bytes[start..<end])
            )
        } else {
            let larger = Memory(capacity: max(needed, min(2 * capacity, needed + 1 << 20)))
            unsafe withBytes { unsafe larger.bytes.copyMemory(from: $0) }
            memory = larger
        }
        (start, end) = (0, self.count)
    }

    /// Replaces the bytes by those that have arrived at a socket.
    ///
    /// Its memory is used again, unless somebody retains the bytes that it had.
    ///
    /// - Parameter descriptor: The socket, which does not block.
    /// - Returns: The number of bytes; 0 at the end of the input, −1 with errno if it fails.
    mutating func receive(from descriptor: CInt) -> Int {
        clear()
        reserve(Self.receivedCapacity)
        guard let memory else { return 0 }
        let flags = CInt(MSG_DONTWAIT)
        let count = unsafe recv(
            descriptor,
            memory.bytes.baseAddress,
            Self.receivedCapacity,
            flags
        )
        if count > 0 { end = count }
        return count
    }
}
