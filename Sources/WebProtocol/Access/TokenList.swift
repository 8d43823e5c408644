package import ControlProtocol
import JSON

/// The tokens of `seqd web`, each with a name and a role.
package struct TokenList: Hashable, Sendable {
    /// A token, its name, and what its browsers may do.
    package struct Entry: Hashable, Sendable {
        /// The name, under which it is shown and revoked.
        package var name: String
        /// The role of its browsers.
        package var role: Permission
        /// The secret.
        package var token: AccessToken

        package init(name: String, role: Permission, token: AccessToken) {
            (self.name, self.role, self.token) = (name, role, token)
        }
    }

    /// A text that is not a list of tokens, or a change that is not possible.
    package struct Failure: Error, Hashable, Sendable {
        /// The message, without the file's name.
        package var message: String
    }

    /// The tokens, the oldest first.
    package private(set) var entries: [Entry] = []

    /// The most tokens.
    package static let limit = 100
    /// The longest name in bytes.
    package static let nameLimit = 40

    /// Makes an empty list.
    package init() {}

    /// Reads the text of a file.
    ///
    /// - Throws: The fault, and its position.
    package init(text: String) throws(Failure) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONReader.read(text)
        } catch {
            throw Failure(message: "\(error)")
        }
        guard case .object(let object) = value, case .array(let list) = object["tokens"] else {
            throw Failure(message: "expected an object with the array \"tokens\"")
        }
        for (index, element) in list.enumerated() {
            guard case .object(let entry) = element, case .string(let name) = entry["name"],
                case .string(let role) = entry["role"], let permission = Permission(named: role),
                case .string(let secret) = entry["token"], let token = AccessToken(secret)
            else {
                throw Failure(
                    message: "token \(index + 1): expected \"name\", \"role\" (observer, transport "
                        + "or admin) and \"token\" (32 hexadecimal digits)"
                )
            }
            try add(Entry(name: name, role: permission, token: token))
        }
    }

    /// The text of the file.
    package var text: String {
        var object = JSONObject()
        object.set(
            "tokens",
            entries.map { entry in
                var object = JSONObject()
                object.set("name", entry.name)
                object.set("role", entry.role.name)
                object.set("token", entry.token.text)
                return object
            }
        )
        return object.json.indentedText + "\n"
    }

    /// Adds a token.
    ///
    /// - Throws: The reason if the name is not one, or taken, or there are too many.
    package mutating func add(_ entry: Entry) throws(Failure) {
        let name = entry.name
        let isName =
            !name.isEmpty && name.utf8.count <= Self.nameLimit
            && name.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
        guard isName else {
            throw Failure(
                message: "\(name.debugDescription): not a name of a token; expected 1 to "
                    + "\(Self.nameLimit) bytes without blanks"
            )
        }
        guard self[name] == nil else {
            throw Failure(message: "\(name): a token of this name exists; --revoke removes it")
        }
        guard entries.count < Self.limit else {
            throw Failure(message: "\(Self.limit) tokens exist; --revoke removes one")
        }
        entries.append(entry)
    }

    /// Removes a token.
    ///
    /// - Throws: The names that exist, if it is none of them.
    package mutating func remove(_ name: String) throws(Failure) {
        guard let index = entries.firstIndex(where: { $0.name == name }) else {
            throw missing(name)
        }
        entries.remove(at: index)
    }

    /// The failure for a name that no token has.
    package func missing(_ name: String) -> Failure {
        let names = entries.map(\.name).joined(separator: ", ")
        return Failure(
            message: "\(name): no such token; "
                + (names.isEmpty ? "there are none" : "there are \(names)")
        )
    }

    /// The token of a name.
    package subscript(name: String) -> Entry? { entries.first { $0.name == name } }

    /// The token that a browser has sent; all are compared, so that the time tells nothing.
    package func entry(of token: AccessToken) -> Entry? {
        var found: Entry?
        for entry in entries where entry.token.matches(token) { found = entry }
        return found
    }
}
