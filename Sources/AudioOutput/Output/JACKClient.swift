import CJACK
package import Platform

/// A client of a JACK server with the ports and the ring of `CJACK`.
///
/// One thread writes, and one looks after the connections; neither may use it after ``close()``.
@safe
package final class JACKClient: @unchecked Sendable {
    let jack: OpaquePointer
    /// Frames per second of the server.
    package let rate: Int
    /// Frames of a period of the server.
    package let period: Int

    /// Opens a client; JACK's library is loaded if that has not been done.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - server: The server's name; `nil` for the usual one.
    ///   - device: The name of the device, for the error.
    /// - Throws: `unavailable` without the library or a server, or if the server refuses the client.
    package init(_ name: String, server: String? = nil, device: String) throws(HostError) {
        try Self.checkLibrary(device)
        guard !Self.hasLost else { throw JACKFailure.closing(device) }
        _ = unsafe seqd_jack_take_message()
        var isMissing = false
        guard let jack = unsafe seqd_jack_open(name, server, &isMissing) else {
            let cause = unsafe String(cString: seqd_jack_take_message())
            throw isMissing ? JACKFailure.noServer(device) : JACKFailure.refusal(cause, device)
        }
        unsafe self.jack = jack
        rate = unsafe Int(seqd_jack_rate(jack))
        period = unsafe Int(seqd_jack_period(jack))
    }

    /// Whether the process has a client that its server has lost and that is not closed yet.
    package static var hasLost: Bool { seqd_jack_lost() > 0 }

    /// Loads JACK's library if that has not been done.
    ///
    /// - Parameter device: The name of the device, for the error.
    /// - Throws: `unavailable` without the library.
    package static func checkLibrary(_ device: String) throws(HostError) {
        guard let problem = unsafe seqd_jack_problem() else { return }
        throw JACKFailure.loading(unsafe String(cString: problem), device)
    }

    /// Closes the client: its ports disappear.
    ///
    /// May wait for a server that hangs.
    package func close() { unsafe seqd_jack_close(jack) }

    /// Closes a client that is lost, before another is opened; ``close()`` has to follow.
    package func leave() { unsafe seqd_jack_leave(jack) }

    /// Adds ports, and has the server call the client from now on.
    ///
    /// - Parameters:
    ///   - ports: The names of the ports.
    ///   - capacity: The frames that the ring holds.
    ///   - device: The name of the device, for the error.
    /// - Throws: `unavailable` if the server refuses.
    package func start(ports: [String], capacity: Int, device: String) throws(HostError) {
        _ = unsafe seqd_jack_take_message()
        let hasPorts = ports.allSatisfy { unsafe seqd_jack_add_port(jack, $0) }
        guard hasPorts, unsafe seqd_jack_start(jack, UInt32(capacity)) else {
            throw JACKFailure.refusal(unsafe String(cString: seqd_jack_take_message()), device)
        }
    }

    /// The reason why the client does not run any more; `nil` while it does.
    package var loss: String? {
        switch unsafe seqd_jack_current_state(jack) {
        case SEQD_JACK_RUNS: nil
        case SEQD_JACK_RATE: "the JACK server has changed its rate"
        case SEQD_JACK_PERIOD: "the JACK server has changed its period"
        default: "the JACK server has ended, or has removed the client"
        }
    }

    // MARK: The thread that writes

    /// Writes interleaved frames of floating-point samples.
    ///
    /// - Returns: How many there was room for.
    package func write(_ samples: RawSpan, frames: Int) -> Int {
        unsafe samples.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            return unsafe Int(
                seqd_jack_write(jack, start.assumingMemoryBound(to: Float.self), UInt32(frames))
            )
        }
    }

    /// Begins to play all that is in the ring, or ends that.
    package func drain(_ isDraining: Bool) { unsafe seqd_jack_drain(jack, isDraining) }

    /// The frames in the ring.
    package var unreadFrames: Int { unsafe Int(seqd_jack_unread(jack)) }

    /// The number of periods that the server has called the client for.
    package var cycles: UInt64 { unsafe seqd_jack_cycles(jack) }

    /// Waits for room in the ring, for the end of a cycle while it is drained, or for a loss.
    package func wait(until time: Int64) { unsafe seqd_jack_wait(jack, time) }

    /// The underruns of the ring since the last call, and the server's xruns.
    package func takeXruns() -> (ring: Int, server: Int) {
        unsafe (Int(seqd_jack_take_xruns(jack)), Int(seqd_jack_take_server_xruns(jack)))
    }

    /// The time at which the next frame that is written leaves the server's device; `nil` before the
    /// first period.
    package var endTime: Int64? {
        let time = unsafe seqd_jack_end_time(jack)
        return time < 0 ? nil : time
    }

    /// The frames that JACK and the device behind it delay the sound by.
    package var latencyFrames: Int { unsafe Int(seqd_jack_latency(jack)) }

    /// The server's transport: whether it rolls, its position in seconds, and the time at which that
    /// is heard.
    package var transport: (isRolling: Bool, seconds: Double, time: Int64) {
        let transport = unsafe seqd_jack_query_transport(jack)
        return (transport.is_rolling, transport.seconds, transport.time)
    }

    // MARK: Connections

    /// Waits until ports or connections may have changed, or ``wake()``.
    package func waitForChange(until time: Int64 = .max) {
        unsafe seqd_jack_wait_for_change(jack, time)
    }

    /// Wakes the thread that waits for a change.
    package func wake() { unsafe seqd_jack_wake(jack) }

    /// The names of the hardware's ports that play.
    package var playbackPorts: [String] { unsafe Self.names(seqd_jack_playback_ports(jack)) }

    /// The names of the ports that a port is connected to.
    package func connections(of port: Int) -> [String] {
        unsafe Self.names(seqd_jack_connections(jack, UInt32(port)))
    }

    /// Whether there is a port.
    package func hasPort(_ name: String) -> Bool { unsafe seqd_jack_has_port(jack, name) }

    /// Connects a port.
    ///
    /// - Returns: Whether the ports are connected now.
    package func connect(_ port: Int, to name: String) -> Bool {
        unsafe seqd_jack_connect(jack, UInt32(port), name)
    }

    private static func names(
        _ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) -> [String] {
        guard let list = unsafe list else { return [] }
        defer { unsafe seqd_jack_free_names(list) }
        var names: [String] = []
        var next = unsafe list
        while let name = unsafe next.pointee {
            names.append(unsafe String(cString: name))
            unsafe next += 1
        }
        return names
    }
}
