package import ControlProtocol
import Glibc
import Platform

/// A further socket of the daemon, as `--listen` describes it: its path, the role of its clients, and
/// who may connect.
package struct SocketSettings: Hashable, Sendable {
    package var path: String
    /// The role of all clients that connect to it.
    package var role = Permission.observer
    /// The group of the socket's file, by name or number; `nil` for that of the daemon.
    package var group: String?
    /// The mode of the socket's file; `nil` for the default.
    package var explicitMode: UInt32?

    /// The mode of the socket's file: to connect, a user needs the permission to write.
    package var mode: UInt32 { explicitMode ?? (group == nil ? 0o600 : 0o660) }

    /// Makes settings.
    package init(path: String, role: Permission = .observer, group: String? = nil) {
        self.path = path
        self.role = role
        self.group = group
    }

    /// Reads the value of `--listen`: `PATH[,role=ROLE][,group=NAME][,mode=MODE]`, in which a
    /// backslash escapes the next character.
    ///
    /// - Throws: 64 with the part that is wrong.
    package init(parsing text: String) throws(RequestError) {
        var parts = Self.parts(of: text)[...]
        path = try SocketPath.checked(parts.removeFirst(), from: "--listen")
        var given: Set<String> = []
        for part in parts {
            guard let equals = part.firstIndex(of: "=") else { throw Self.unknown(part) }
            let key = String(part[..<equals])
            let value = String(part[part.index(after: equals)...])
            guard ["role", "group", "mode"].contains(key) else { throw Self.unknown(part) }
            guard given.insert(key).inserted else {
                throw RequestError(.usage, "\(key) given more than once")
            }
            switch key {
            case "role": role = try Self.role(value)
            case "mode": explicitMode = try Self.mode(value)
            default:
                guard !value.isEmpty else {
                    throw RequestError(.usage, "group: expected a name")
                }
                group = value
            }
        }
    }

    private static func parts(of text: String) -> [String] {
        var parts = [""]
        var isEscaped = false
        for character in text {
            if isEscaped {
                parts[parts.count - 1].append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "," {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts
    }

    private static func unknown(_ part: String) -> RequestError {
        RequestError(
            .usage,
            "'\(part)': expected role=, group= or mode= after the path; write a comma in "
                + "the path as \\,"
        )
    }

    private static func role(_ name: String) throws(RequestError) -> Permission {
        guard let role = Permission(named: name) else {
            let names = Permission.allCases.map(\.name).joined(separator: ", ")
            throw RequestError(.usage, "role: expected \(names), not '\(name)'")
        }
        return role
    }

    private static func mode(_ text: String) throws(RequestError) -> mode_t {
        guard text.allSatisfy({ ("0"..."7").contains($0) }), let mode = mode_t(text, radix: 8),
            mode <= 0o777
        else {
            throw RequestError(
                .usage,
                "mode: expected an octal number up to 777, such as 0660, not '\(text)'"
            )
        }
        return mode
    }
}
