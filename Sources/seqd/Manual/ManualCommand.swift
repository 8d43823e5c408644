import ArgumentParser
import CommandSupport

/// `seqd manual`: the man pages, made from the help texts of the commands below `Root`.
///
/// The help does not show it: `make install` calls it.
struct ManualCommand<Root: ParsableCommand>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "manual",
            abstract: "Print a man page, or the names of all.",
            shouldDisplay: false
        )
    }

    @Argument(help: "The page, such as seqd-play, or play for short.")
    var page: String?

    func run() throws {
        let pages = try ManualPage.all(of: Root.self)
        guard let name = page else {
            try Console.write(pages.map { $0.name + "\n" }.joined())
            return
        }
        guard
            let found = pages.first(where: {
                $0.name == name || $0.name == "\(Root._commandName)-\(name)"
            })
        else {
            throw CommandFailure(
                .usage,
                "no page '\(name)', expected one of: "
                    + pages.map(\.name).joined(separator: ", ")
            )
        }
        try Console.write(found.text)
    }
}
