import SamplerHost

/// The right to lock memory.
enum MemoryCheck {
    static var result: DiagnosticResult {
        guard let refusal = MemoryLock.refusal else {
            return .ok("memory", "memory can be locked")
        }
        return .note(
            "memory",
            "memory cannot be locked (\(refusal)): sound may click when memory is short",
            advice: "add the line '@audio - memlock unlimited' to "
                + "/etc/security/limits.d/audio.conf, and log in again"
        )
    }
}
