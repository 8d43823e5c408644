import CALSA
import Glibc
package import Platform

/// The reason why a device is not available, in words that help.
package enum ALSAFailure {
    /// The error for a device that could not be opened.
    ///
    /// - Parameters:
    ///   - device: The PCM's name.
    ///   - status: What `snd_pcm_open` returned, below 0.
    /// - Returns: `busy`, `notPermitted` or `unavailable`, with what the user can do.
    package static func opening(_ device: String, _ status: Int32) -> HostError {
        let cause = unsafe String(cString: seqd_alsa_take_message())
        let words = unsafe cause.isEmpty ? String(cString: snd_strerror(status)) : cause
        let name = "device \(device)"
        switch -status {
        case EBUSY, EAGAIN:
            return HostError(
                .busy,
                name,
                "busy: another program is using it; on a PipeWire or PulseAudio desktop use the "
                    + "device 'default' (install pipewire-alsa if that has no sound)"
            )
        case EACCES, EPERM:
            return notPermitted(name)
        case ENOENT, ENODEV, ENXIO, EINVAL:
            // ALSA finds cards by opening them: it does not list those that it may not open.
            if !cause.hasPrefix("Unknown PCM"), ALSADevice.isForbidden { return notPermitted(name) }
            let known = ALSADevice.names()
            let list =
                known.isEmpty ? "ALSA has no devices" : "known: \(known.joined(separator: ", "))"
            return HostError(.unavailable, name, "no such device (\(words)); \(list)")
        default:
            return HostError(.unavailable, name, words)
        }
    }

    private static func notPermitted(_ name: String) -> HostError {
        HostError(
            .notPermitted,
            name,
            "permission denied; join the group 'audio' (usermod -aG audio USER)"
        )
    }

    /// Throws the failure of a call on an open device.
    ///
    /// - Parameters:
    ///   - status: The call's result; below 0 it failed.
    ///   - device: The device's name.
    ///   - what: The problem, for the message.
    /// - Throws: `unavailable` with alsa-lib's reason.
    package static func check(_ status: Int32, _ device: String, _ what: String) throws(HostError) {
        guard status < 0 else { return }
        let cause = unsafe String(cString: seqd_alsa_take_message())
        let words = unsafe cause.isEmpty ? String(cString: snd_strerror(status)) : cause
        throw HostError(.unavailable, "device \(device)", "\(what) (\(words))")
    }
}
