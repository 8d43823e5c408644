/// A port of another client that is, or is to be, connected to an input or an output of ours.
package struct SequencerConnection: Hashable {
    /// The port of the other client: the sender to an input, the receiver of an output.
    package var peer: SequencerAddress
    /// Our input or output, from 0.
    package var port: Int

    /// The sender whose notes end with the connection, if it is to an input.
    package var key: SenderKey { .sequencer(peer, input: port) }
}
