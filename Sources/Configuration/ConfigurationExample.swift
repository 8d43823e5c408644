/// The text of a configuration file in which every setting is shown, as a comment.
public enum ConfigurationExample {
    /// The text, which is a file without any setting.
    public static let text: String = {
        var lines = [
            "# Settings of seqd, by the names of its options (YAML).",
            "#",
            "# /etc/seqd/config.yaml is for all users, ~/.config/seqd/config.yaml for one.",
            "# Options on the command line have priority, then environment variables",
            "# (SEQD_GAIN=-3), then the user's file. Remove the # in front of a setting to",
            "# use it. Relative paths are relative to the folder of the file.",
            "",
        ]
        for key in ConfigurationKey.all {
            lines.append("# \(key.meaning)")
            lines.append("# for \(key.commands.joined(separator: ", "))")
            lines.append("#\(key.name): \(key.example)")
            lines.append("")
        }
        lines += [
            "# A setting can be made for one command alone:",
            "#daemon:",
            "#  gain: -6",
            "",
        ]
        return lines.joined(separator: "\n")
    }()
}
