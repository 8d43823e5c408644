package import Platform

/// The reason why JACK cannot be used, in words that help.
package enum JACKFailure {
    /// The error for a library that cannot be loaded.
    package static func loading(_ problem: String, _ device: String) -> HostError {
        HostError(
            .unavailable,
            "device \(device)",
            "JACK's library cannot be loaded (\(problem)); install libjack-jackd2-0, or pipewire-jack "
                + "on a PipeWire desktop"
        )
    }

    /// The error for a server that does not run.
    package static func noServer(_ device: String) -> HostError {
        HostError(
            .unavailable,
            "device \(device)",
            "no JACK server is running; start one (jackd), or on a PipeWire desktop run pw-jack seqd "
                + "(package pipewire-jack)"
        )
    }

    /// The error for a client while one of a server that has ended is still open.
    package static func closing(_ device: String) -> HostError {
        HostError(
            .unavailable,
            "device \(device)",
            "a client of a JACK server that has ended is still being closed"
        )
    }

    /// The error for a client or a port that the server refuses.
    package static func refusal(_ cause: String, _ device: String) -> HostError {
        HostError(
            .unavailable,
            "device \(device)",
            "the JACK server refuses the client" + (cause.isEmpty ? "" : " (\(cause))")
        )
    }
}
