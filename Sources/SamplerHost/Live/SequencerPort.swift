/// A port as ALSA's sequencer describes it.
struct SequencerPort {
    var address: SequencerAddress
    var clientName: String
    var name: String
    /// Whether a program may connect to hear it.
    var isReadable: Bool
    /// Whether a program may connect to play to it.
    var isWritable: Bool
    /// Whether it belongs to a sound card or says that it is hardware.
    var isHardware: Bool
    /// Whether it is System's (timer, announcements) or Midi Through's.
    var isUtility: Bool
}
