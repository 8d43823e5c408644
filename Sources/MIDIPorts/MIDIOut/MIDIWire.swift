package import MIDI

/// A destination of the MIDI outputs: the ports of ALSA's sequencer, or a test's list.
package protocol MIDIWire: Sendable {
    /// Sends a message at once.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - output: The output, from 0.
    ///   - receiver: The port that it is for; `nil` for all that are connected.
    func send(_ message: MIDIMessage, from output: Int, to receiver: SequencerAddress?)

    /// Sends a System Exclusive message at once.
    ///
    /// - Parameters:
    ///   - bytes: The message, from F0 to F7.
    ///   - output: The output, from 0.
    func send(exclusive bytes: [UInt8], from output: Int)
}
