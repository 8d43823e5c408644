package import Platform
package import Realtime

/// The messages of an engine to its MIDI outputs, on the way to a ``MIDIOutput`` that sends them.
public final class MIDIOutFeed: Sendable {
    /// The number of outputs.
    public let outputs: Int
    /// Frames per second.
    package let rate: Int
    package let queue: Box<MIDIOutQueue>
    /// Posted when there is something in the queue.
    package let filled = Semaphore()

    /// Makes a feed.
    ///
    /// - Parameters:
    ///   - outputs: The number of outputs, 0 … 16.
    ///   - rate: Frames per second.
    ///   - grid: The frames to which samplers round events up.
    package init(outputs: Int, rate: Int, grid: Int64) {
        precondition((0...MIDIOutQueue.maximumOutputs).contains(outputs), "0 to 16 outputs")
        self.outputs = outputs
        self.rate = rate
        queue = Box(MIDIOutQueue(outputs: outputs, grid: grid))
    }

    /// Times what was sent in a period, and wakes the sender if there was anything.
    ///
    /// Audio thread only.
    package func finishPeriod(frame: Int64, time: Int64?) {
        guard queue.value.hasUntimed else { return }
        queue.value.noteTime(ofFrame: frame, time)
        filled.post()
    }

    /// Notes that nothing is played from a frame on.
    ///
    /// Audio thread only.
    package func pause(at frame: Int64) {
        guard outputs > 0 else { return }
        queue.value.pause(at: frame)
        filled.post()
    }

    /// Notes that playback continues.
    ///
    /// Audio thread only.
    package func resume() {
        guard outputs > 0 else { return }
        queue.value.resume()
        filled.post()
    }

    /// Notes that nothing follows.
    ///
    /// Audio thread only, as the last thing.
    ///
    /// - Parameters:
    ///   - frame: The frame behind the last.
    ///   - isCancelled: Whether what has not been sent is dropped.
    package func end(at frame: Int64, isCancelled: Bool) {
        guard outputs > 0 else { return }
        queue.value.end(at: frame, isCancelled: isCancelled)
        filled.post()
    }
}
