/// A key pressed on the terminal.
package enum Key: Hashable, Sendable {
    /// A key that types a character, the space bar included.
    case character(Character)
    /// A letter with the control key: `l` for Ctrl-L. Ctrl-C, Ctrl-Z and Ctrl-\ are signals.
    case control(Character)
    case up(shift: Bool)
    case down(shift: Bool)
    case left(shift: Bool)
    case right(shift: Bool)
    case pageUp
    case pageDown
    case home
    case end
    case insert
    case delete
    case enter
    case tab
    case backspace
    /// The escape key alone.
    case escape
}
