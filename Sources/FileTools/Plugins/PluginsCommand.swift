package import ArgumentParser
import CommandSupport
import JSON
import LV2
import TerminalUI
import Wording

/// `seqd plugins`: the LV2 plugins that are installed.
package struct PluginsCommand: ParsableCommand {
    package init() {}

    package static let configuration = CommandConfiguration(
        commandName: "plugins",
        abstract: "List the LV2 plugins that are installed, or the controls and presets of one.",
        discussion: """
            EXAMPLES:
              seqd plugins                              all plugins
              seqd plugins mda-overdrive                its controls and presets
              seqd plugins --json | jq -r '.plugins[].uri'

            A plugin is found by its URI, by its name with - for blanks, or by a part of its \
            name that no other plugin has. Plugins are searched in $LV2_PATH, by default in \
            ~/.lv2, /usr/lib/lv2 and /usr/local/lib/lv2.
            """
    )

    @Argument(help: "URI or name of a plugin. Default: all are listed.")
    package var plugin: String?

    @Flag(help: "Print one JSON object.")
    package var json = false

    /// The words of the settings of a plugin that is tried in this process, for another seqd.
    @Option(name: .customLong("try"), help: .private)
    package var tried: [String] = []

    /// The sample rate of the trial.
    @Option(help: .private, transform: Quantity(1...1_000_000, .hertz).whole)
    package var rate = 48_000

    /// The folders that are searched, with colons between them.
    @Option(help: .private)
    package var path: String?

    package func run() throws {
        let library = try PluginLibrary(path: path)
        if !tried.isEmpty {
            let settings = try PluginSettings(parsing: tried)
            return try PluginTrial.perform(settings, rate: rate, library: library)
        }
        guard let plugin else {
            let list = PluginList(plugins: library.plugins)
            return try Console.write(
                json ? list.json.text + "\n" : list.text(width: Terminal.tableColumns)
            )
        }
        let page = PluginPage(plugin: try library.plugin(named: plugin))
        try Console.write(json ? page.json.text + "\n" : page.text(width: Terminal.tableColumns))
    }
}
