import CommandSupport
import Glibc
import Platform
import Scope
import TerminalUI

/// The place where `seqd scope` draws a file: a picture or the terminal.
enum ScopeDestination: Sendable {
    /// A picture.
    case picture(path: String, PlotPicture.Kind, PlotPicture.Size)
    /// The terminal on standard output.
    case terminal(TerminalAbility, TerminalSize)

    /// Checks an output.
    ///
    /// - Parameters:
    ///   - output: The value of `--output`; `nil` for the terminal.
    ///   - input: The file that is read; `nil` for none.
    ///   - size: The size of the picture; `nil` for the usual one.
    ///   - view: The view.
    /// - Throws: Status 64 for a name that means nothing, an input, and a terminal that cannot show
    ///   the dots.
    init(
        _ output: String?,
        input: String?,
        size: PlotPicture.Size?,
        view: ScopeViewKind
    ) throws(CommandFailure) {
        guard let output else {
            self = try Self.terminal()
            return
        }
        guard
            let kind = PlotPicture.Kind.allCases.first(where: {
                output.lowercased().hasSuffix(".\($0.rawValue)")
            })
        else {
            throw CommandFailure(
                .usage,
                "--output \(output): expected a name that ends in .svg or .png"
            )
        }
        try OutputName.check(
            output,
            for: .picture,
            inputs: [input].compactMap(\.self),
            command: "scope"
        )
        let usual: PlotPicture.Size = view == .lissajous ? .square : .usual
        self = .picture(path: output, kind, size ?? usual)
    }

    private static func terminal() throws(CommandFailure) -> ScopeDestination {
        guard Terminal.isTerminal(STDOUT_FILENO) else {
            throw CommandFailure(
                .usage,
                "scope: standard output is not a terminal; --output FILE.svg or FILE.png draws a "
                    + "picture"
            )
        }
        let ability = TerminalAbility { Environment[$0] }
        try ability.checkDots()
        return .terminal(ability, TerminalSize(of: STDOUT_FILENO))
    }

    /// Checks that a file can be created, before the work.
    ///
    /// - Throws: Status 73.
    func prepare() throws(CommandFailure) {
        guard case .picture(let path, _, _) = self else { return }
        // A pipe would wait for its reader.
        guard FileStatus(path).map({ $0.kind == .regular || $0.kind == .folder }) ?? true else {
            return
        }
        _ = try DataDestination.open(path)
    }
}

extension TerminalAbility {
    /// Refuses a terminal that cannot show dots.
    ///
    /// - Throws: Status 64.
    func checkDots() throws(CommandFailure) {
        guard !isUnicode else { return }
        let variable =
            ["LC_ALL", "LC_CTYPE", "LANG"].first { Environment[$0]?.isEmpty == false } ?? "LANG"
        throw CommandFailure(
            .usage,
            "scope: the terminal does not take UTF-8 (\(variable)=\(Environment[variable] ?? "")), "
                + "which the dots need; LC_ALL=C.UTF-8 sets it, and --output draws a picture of a "
                + "file"
        )
    }
}
