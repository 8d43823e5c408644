import SamplerHost

/// The right to real-time priority.
enum PriorityCheck {
    static var result: DiagnosticResult {
        let priority = LiveInput.priority
        guard let refusal = RealTimePriority.refusal(of: priority) else {
            return .ok("priority", "real-time priority \(priority) granted")
        }
        let limit = RealTimePriority.limit
        return .note(
            "priority",
            "real-time priority \(priority) refused (\(refusal); the limit is \(limit)): sound may "
                + "click on a busy machine",
            advice: "add the line '@audio - rtprio 60' to /etc/security/limits.d/audio.conf"
                + (AudioGroup.joining.map { ", \($0)" } ?? "")
                + ", and log in again"
        )
    }
}
