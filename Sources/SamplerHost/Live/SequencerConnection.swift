/// A port of another client that plays, or is to play, on an input of ours.
struct SequencerConnection: Hashable {
    /// The port of the other client.
    var sender: SequencerAddress
    /// The input, from 0.
    var input: Int

    /// The sender whose notes end with the connection.
    var key: SenderKey { .sequencer(sender, input: input) }
}
