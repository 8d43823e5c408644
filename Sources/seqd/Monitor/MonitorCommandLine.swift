/// The typed commands that the monitor does not send.
enum MonitorCommandLine {
    /// The reason why a line is not sent; `nil` if it is.
    static func refusal(of line: String) -> String? {
        let word = line.split(separator: " ").first.map(String.init) ?? ""
        switch word {
        // Events come in the dialect of the last subscription, and the monitor reads JSON.
        case "subscribe", "unsubscribe":
            return "\(word): not in the monitor, which follows events itself; use seqd ctl"
        default:
            break
        }
        guard word.hasPrefix("{") || word.hasPrefix("[") else { return nil }
        return "type words here, such as seek 17:1; JSON is for programs"
    }
}
