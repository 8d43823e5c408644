import ArgumentParser
import ControlProtocol

/// The options of `seqd web` that make, show and revoke tokens instead of starting the server.
struct WebTokenOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Make a token with this name, and print its link and QR code.",
            valueName: "name"
        )
    )
    var newToken: String?

    @Flag(help: "With --new-token: its browsers see and follow, and change nothing.")
    var observer = false

    @Flag(help: "With --new-token: its browsers play, mix and change the queue.")
    var transport = false

    @Flag(help: "With --new-token: its browsers do everything.")
    var admin = false

    @Option(
        help: ArgumentHelp("Print the link and QR code of a token again.", valueName: "name")
    )
    var showToken: String?

    @Option(
        help: ArgumentHelp(
            "Revoke a token; its browsers are disconnected within a second.",
            valueName: "name"
        )
    )
    var revoke: String?

    @Flag(help: "List the names and roles of the tokens.")
    var tokens = false

    /// The thing to be done with tokens.
    enum Action: Hashable {
        case make(String, Permission)
        case show(String)
        case revoke(String)
        case list
    }

    /// The thing to be done; `nil` for starting the server.
    var action: Action? {
        if let newToken { return .make(newToken, role) }
        if let showToken { return .show(showToken) }
        if let revoke { return .revoke(revoke) }
        return tokens ? .list : nil
    }

    private var role: Permission { admin ? .admin : transport ? .transport : .observer }

    func validate() throws {
        let actions = [newToken != nil, showToken != nil, revoke != nil, tokens]
        guard actions.count(where: { $0 }) <= 1 else {
            throw ValidationError(
                "--new-token, --show-token, --revoke and --tokens cannot be used together"
            )
        }
        let roles = [observer, transport, admin].count(where: { $0 })
        if newToken == nil, roles > 0 {
            throw ValidationError("--observer, --transport and --admin need --new-token")
        }
        if newToken != nil, roles != 1 {
            throw ValidationError("--new-token needs one of --observer, --transport and --admin")
        }
    }
}
