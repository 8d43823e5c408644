import ArgumentParser

/// `seqd config`: the settings in files and environment variables, for the commands below `Root`.
struct ConfigCommand<Root: RootCommand>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "config",
            abstract: "Show and check the settings in configuration files.",
            discussion: """
                EXAMPLES:
                  seqd config example > ~/.config/seqd/config.yaml
                  seqd config check                  report every fault, with its line
                  seqd config show                   print the settings, and their sources
                  seqd config show play

                A configuration file has options under their names, for all commands that have \
                them or for one alone:

                  sf2: [piano.sf2, gm.sf2]
                  gain: -3
                  daemon:
                    gain: -6

                Options on the command line have priority, then environment variables \
                ($SEQD_GAIN), ~/.config/seqd/config.yaml ($XDG_CONFIG_HOME) and \
                /etc/seqd/config.yaml. Relative paths are relative to the file. $SEQD_CONFIG names \
                another file to read instead of both, or none if it is empty.
                """,
            subcommands: [
                ConfigCheckCommand<Root>.self, ConfigShowCommand.self, ConfigExampleCommand.self,
                ConfigPathCommand.self,
            ]
        )
    }
}
