import CALSA
import Glibc

/// ALSA's PCM devices by name.
public enum ALSADevice {
    /// The version of alsa-lib that is loaded.
    package static var libraryVersion: String { unsafe String(cString: snd_asoundlib_version()) }

    /// The names of the PCM devices that play, as ALSA's configuration lists them.
    public static func names() -> [String] {
        seqd_alsa_install_log()
        var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        guard unsafe snd_device_name_hint(-1, "pcm", &hints) == 0, let hints = unsafe hints else {
            return []
        }
        defer { unsafe snd_device_name_free_hint(hints) }
        var names: [String] = []
        var next = unsafe hints
        while let hint = unsafe next.pointee {
            let direction = unsafe text(hint, "IOID")
            if let name = unsafe text(hint, "NAME"), direction == nil || direction == "Output" {
                names.append(name)
            }
            unsafe next += 1
        }
        return names
    }

    /// Whether there are sound cards, and none that this user may open.
    package static var isForbidden: Bool {
        var isForbidden = false
        // The kernel's limit, SNDRV_CARDS, is 32 where no one has raised it.
        for card in 0..<32 {
            if unsafe access("/dev/snd/controlC\(card)", R_OK) == 0 { return false }
            if errno == EACCES { isForbidden = true }
        }
        return isForbidden
    }

    private static func text(_ hint: UnsafeMutableRawPointer, _ key: String) -> String? {
        guard let text = unsafe snd_device_name_get_hint(hint, key) else { return nil }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }
}
