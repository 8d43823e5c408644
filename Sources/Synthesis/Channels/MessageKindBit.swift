/// The bits of `MessageKinds`, for the audio thread.
package enum MessageKindBit {
    package static var notes: UInt8 { @_noLocks get { 1 } }
    package static var controllers: UInt8 { @_noLocks get { 2 } }
    package static var programs: UInt8 { @_noLocks get { 4 } }
    package static var bends: UInt8 { @_noLocks get { 8 } }
    package static var pressures: UInt8 { @_noLocks get { 16 } }
    package static var systemExclusive: UInt8 { @_noLocks get { 32 } }
}
