import SamplerHost

/// The right to real-time priority.
enum PriorityCheck {
    static var checkup: Checkup {
        let priority = LiveInput.priority
        guard let refusal = RealTimePriority.refusal(of: priority) else {
            return .ok("priority", "real-time priority \(priority) is granted")
        }
        let limit = RealTimePriority.limit
        return .note(
            "priority",
            "real-time priority \(priority) is refused (\(refusal); the limit is \(limit)): it "
                + "plays, and a busy machine may give clicks",
            advice: "write the line '@audio - rtprio 60' into /etc/security/limits.d/audio.conf"
                + (AudioGroup.joining.map { ", \($0)" } ?? "")
                + ", and log in again. No memory needs to be locked."
        )
    }
}
