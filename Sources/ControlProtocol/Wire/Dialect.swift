/// One of the two languages of the socket.
package enum Dialect: Sendable {
    case words
    case json
}
