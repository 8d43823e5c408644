import CALSA
import Glibc
package import Platform

/// A client of ALSA's sequencer with our inputs and outputs as its ports.
///
/// One thread at a time, but for what the thread that sends MIDI uses (``MIDIWire``): reading and
/// sending share no buffer of ALSA's library.
@safe
package final class SequencerClient: @unchecked Sendable {
    package let handle: OpaquePointer
    /// The client's number.
    package let number: Int
    /// Our inputs are the ports 0 … `inputs` − 1.
    package let inputs: Int
    /// Our outputs are the ports behind the inputs.
    package let outputs: Int
    /// The port that hears about clients and ports; not shown to others.
    package let announcements: Int

    /// The most that the kernel takes (SNDRV_SEQ_MAX_EVENTS in its seq_kernel.h): two thirds of a
    /// second of 3,000 events, while 200 are the default.
    private static let poolEvents = 2_000
    /// Longer than the whole pool, so that the longest event fits: one that does not could never
    /// be read.
    private static let bufferBytes = 1 << 17

    /// Opens the sequencer, and makes the client and its ports.
    ///
    /// - Throws: `unavailable` or `notPermitted` with what to do.
    package init(name: String, inputs: Int, outputs: Int = 0) throws(HostError) {
        let handle = try unsafe Self.open(sends: outputs > 0)
        unsafe self.handle = handle
        self.inputs = inputs
        self.outputs = outputs
        number = unsafe Int(snd_seq_client_id(handle))
        var failed: Int32 = 0
        func check(_ status: Int32) -> Int {
            if status < 0, failed == 0 { failed = status }
            return Int(status)
        }
        _ = unsafe check(snd_seq_set_client_name(handle, name))
        _ = unsafe check(Int32(snd_seq_set_input_buffer_size(handle, Self.bufferBytes)))
        _ = unsafe check(snd_seq_set_client_pool_input(handle, Self.poolEvents))
        for input in 0..<inputs { _ = unsafe check(Self.makeInput(handle, input)) }
        for output in 0..<outputs { _ = unsafe check(Self.makeOutput(handle, output)) }
        announcements = unsafe check(Self.makeAnnouncementPort(handle))
        guard failed == 0 else {
            unsafe snd_seq_close(handle)
            throw unsafe HostError(
                .unavailable,
                "ALSA sequencer",
                String(cString: snd_strerror(failed))
            )
        }
    }

    deinit {
        unsafe snd_seq_close(handle)
    }

    /// Checks that there is a sequencer that this user may use.
    ///
    /// - Throws: As ``init(name:inputs:outputs:)``.
    package static func check() throws(HostError) {
        unsafe snd_seq_close(try open(sends: false))
    }

    private static func open(sends: Bool) throws(HostError) -> OpaquePointer {
        seqd_alsa_install_log()
        var opened: OpaquePointer?
        let streams = sends ? SND_SEQ_OPEN_DUPLEX : SND_SEQ_OPEN_INPUT
        let status = unsafe snd_seq_open(&opened, "default", streams, SND_SEQ_NONBLOCK)
        guard status == 0, let handle = unsafe opened else { throw failure(opening: status) }
        return unsafe handle
    }

    /// The name of an input's port.
    package static func name(ofInput input: Int) -> String { "in \(input + 1)" }

    private static func makeInput(_ handle: OpaquePointer, _ input: Int) -> Int32 {
        unsafe makePort(
            handle,
            name: name(ofInput: input),
            capability: SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE,
            type: SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_SYNTHESIZER
                | SND_SEQ_PORT_TYPE_PORT | SND_SEQ_PORT_TYPE_SOFTWARE
                | SND_SEQ_PORT_TYPE_APPLICATION,
            channels: 16
        )
    }

    /// The name of an output's port.
    package static func name(ofOutput output: Int) -> String { "out \(output + 1)" }

    private static func makeOutput(_ handle: OpaquePointer, _ output: Int) -> Int32 {
        unsafe makePort(
            handle,
            name: name(ofOutput: output),
            capability: SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ,
            type: SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_PORT
                | SND_SEQ_PORT_TYPE_SOFTWARE | SND_SEQ_PORT_TYPE_APPLICATION,
            channels: 16
        )
    }

    private static func makeAnnouncementPort(_ handle: OpaquePointer) -> Int32 {
        let port = unsafe makePort(
            handle,
            name: "announcements",
            capability: SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_NO_EXPORT,
            type: SND_SEQ_PORT_TYPE_APPLICATION,
            channels: 0
        )
        guard port >= 0 else { return port }
        let status = unsafe snd_seq_connect_from(
            handle,
            port,
            Int32(SND_SEQ_CLIENT_SYSTEM),
            Int32(SND_SEQ_PORT_SYSTEM_ANNOUNCE)
        )
        return status < 0 ? status : port
    }

    /// Makes a port with the next free number; below 0 for an error.
    private static func makePort(
        _ handle: OpaquePointer,
        name: String,
        capability: Int32,
        type: Int32,
        channels: Int32
    ) -> Int32 {
        var made: OpaquePointer?
        guard unsafe snd_seq_port_info_malloc(&made) == 0, let info = unsafe made else {
            return -ENOMEM
        }
        defer { unsafe snd_seq_port_info_free(info) }
        unsafe snd_seq_port_info_set_name(info, name)
        unsafe snd_seq_port_info_set_capability(info, UInt32(bitPattern: capability))
        unsafe snd_seq_port_info_set_type(info, UInt32(bitPattern: type))
        unsafe snd_seq_port_info_set_midi_channels(info, channels)
        let status = unsafe snd_seq_create_port(handle, info)
        return unsafe status < 0 ? status : snd_seq_port_info_get_port(info)
    }

    /// The descriptor that becomes readable when events wait.
    package var descriptor: Int32 { unsafe seqd_alsa_sequencer_descriptor(handle) }

    private static func failure(opening status: Int32) -> HostError {
        let name = "ALSA sequencer"
        switch -status {
        case EACCES, EPERM:
            return HostError(
                .notPermitted,
                name,
                "permission denied: /dev/snd/seq; join the group 'audio' (usermod -aG audio USER)"
            )
        case ENOENT, ENODEV, ENXIO:
            return HostError(
                .unavailable,
                name,
                "not available in this kernel (no /dev/snd/seq); load it with "
                    + "'modprobe snd-seq', or read MIDI bytes with --raw PATH"
            )
        default:
            return unsafe HostError(.unavailable, name, String(cString: snd_strerror(status)))
        }
    }
}
