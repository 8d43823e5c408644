/// The bits of a sounding key's marks.
enum KeyMark {
    /// It has a count of 2, from two tracks that are known.
    static var twoTracks: UInt8 { @_noLocks get { 16 } }
    /// More tracks have begun it on top of each other; which of them still hold it is not known.
    static var manyTracks: UInt8 { @_noLocks get { 1 } }
    /// Different keys were transposed onto it.
    static var severalSources: UInt8 { @_noLocks get { 2 } }
    /// It began under another transposition; its note-off is found by its source.
    static var moved: UInt8 { @_noLocks get { 4 } }
    /// It is to be released at once.
    static var releasing: UInt8 { @_noLocks get { 8 } }
    /// It continues in another version of the sequence.
    static var kept: UInt8 { @_noLocks get { 32 } }
}
