/// A sequence of an XMI file: where its parts are.
struct XMISequence {
    /// The content of EVNT, the events; `nil` if it has none.
    var events: Range<Int>?
    /// The entries of TIMB: the bank and program of each timbre that the music needs.
    var timbres: [(bank: UInt8, program: UInt8)] = []
    /// The offset of the last branch point of RBRN, from the start of the events.
    var lastBranch = 0
}
