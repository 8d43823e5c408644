/// The reason why a player could not do what the desktop has asked for.
package struct MediaFailure: Error, Hashable, Sendable {
    /// The kind of reason.
    package enum Kind: Sendable {
        case failed, fileNotFound, notPermitted
    }

    package var kind: Kind
    /// The message for people.
    package var text: String

    /// Makes a failure.
    package init(_ kind: Kind, _ text: String) {
        (self.kind, self.text) = (kind, text)
    }
}
