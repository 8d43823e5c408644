/// A port as ALSA's sequencer describes it.
package struct SequencerPort {
    package var address: SequencerAddress
    package var clientName: String
    package var name: String
    /// Whether a program may connect to hear it.
    package var isReadable: Bool
    /// Whether a program may connect to play to it.
    package var isWritable: Bool
    /// Whether it belongs to a sound card or says that it is hardware.
    package var isHardware: Bool
    /// Whether it is System's (timer, announcements) or Midi Through's.
    package var isUtility: Bool
}
