import Realtime

/// The example of Realtime's page.
func startWithRealtime() {
    // begin
    let ring = RingBuffer<Int32>(minimumCapacity: 256)
    // On the one thread: never waits; false where it is full.
    let hasRoom = ring.push(42)
    // On the other thread.
    while let number = ring.pop() { print(number, hasRoom) }
    // end
}
