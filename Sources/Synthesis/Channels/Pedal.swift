/// The pedals, by the controllers that move them: sustain, sostenuto, soft, hold 2.
package enum Pedal {
    /// The number of a pedal's controller, 0 … 3.
    @_noLocks
    package static func number(of controller: UInt8) -> UInt8 {
        switch controller {
        case 64: 0
        case 66: 1
        case 67: 2
        default: 3
        }
    }

    /// The controller of a pedal's number.
    @_noLocks
    package static func controller(_ number: UInt8) -> UInt8 {
        switch number {
        case 0: 64
        case 1: 66
        case 2: 67
        default: 69
        }
    }

    /// Whether a controller moves a pedal.
    @_noLocks
    package static func isMoved(by controller: UInt8) -> Bool {
        switch controller {
        case 64, 66, 67, 69: true
        default: false
        }
    }
}
