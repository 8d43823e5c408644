import CALSA
import Glibc

/// A device of a sound card that plays.
public struct HardwareOutput: Hashable, Sendable {
    /// The name that ALSA knows it by.
    public var address: HardwareAddress
    /// The card's name for people.
    public var cardName: String
    /// The device's name for people.
    public var deviceName: String
    /// The number of programs that it can play at a time.
    public var subdevices: Int
    /// Whether it can be had now, and what it takes.
    public var state: DeviceState
    /// The programs that have it open, as `name (process)`, if known.
    public var users: [String] = []

    /// The kernel's limit, SNDRV_CARDS, where no one has raised it.
    private static let cardLimit: Int32 = 32

    /// All outputs of all sound cards, in the order of the cards' numbers.
    ///
    /// Each is opened for a moment, unless it is in use: no sound that plays is disturbed.
    ///
    /// - Returns: The outputs; none where there is no sound card.
    public static func all() -> [HardwareOutput] {
        seqd_alsa_install_log()
        defer { _ = unsafe seqd_alsa_take_message() }
        return (0..<cardLimit).flatMap { card -> [HardwareOutput] in
            if unsafe access("/dev/snd/controlC\(card)", R_OK) == 0 { return outputs(ofCard: card) }
            return errno == EACCES ? forbidden(ofCard: card) : []
        }
    }

    /// The card's id; `nil` if unknown.
    package static func id(ofCard card: Int32) -> String? {
        KernelFile.text("/proc/asound/card\(card)/id")
    }

    private static func outputs(ofCard card: Int32) -> [HardwareOutput] {
        var opened: OpaquePointer?
        let mode = Int32(SND_CTL_NONBLOCK) | Int32(SND_CTL_READONLY)
        guard unsafe snd_ctl_open(&opened, "hw:\(card)", mode) == 0, let control = unsafe opened
        else {
            return []
        }
        defer { unsafe snd_ctl_close(control) }
        var information: OpaquePointer?
        guard unsafe snd_ctl_card_info_malloc(&information) == 0,
            let information = unsafe information
        else {
            return []
        }
        defer { unsafe snd_ctl_card_info_free(information) }
        guard unsafe snd_ctl_card_info(control, information) == 0 else { return [] }
        let id = unsafe String(cString: snd_ctl_card_info_get_id(information))
        let name = unsafe String(cString: snd_ctl_card_info_get_name(information))
        var found: [HardwareOutput] = []
        var device: Int32 = -1
        while unsafe snd_ctl_pcm_next_device(control, &device) == 0, device >= 0 {
            guard let description = unsafe describe(control, device) else { continue }
            let address = HardwareAddress(card: id, device: Int(device))
            let state = DeviceState(probing: address.direct)
            found.append(
                HardwareOutput(
                    address: address,
                    cardName: name,
                    deviceName: description.name,
                    subdevices: description.subdevices,
                    state: state,
                    users: users(ofCard: card, device: device)
                )
            )
        }
        return found
    }

    /// A card's description of a device; `nil` for one without playback.
    private static func describe(
        _ control: OpaquePointer,
        _ device: Int32
    ) -> (name: String, subdevices: Int)? {
        var information: OpaquePointer?
        guard unsafe snd_pcm_info_malloc(&information) == 0,
            let information = unsafe information
        else {
            return nil
        }
        defer { unsafe snd_pcm_info_free(information) }
        unsafe snd_pcm_info_set_device(information, UInt32(device))
        unsafe snd_pcm_info_set_subdevice(information, 0)
        unsafe snd_pcm_info_set_stream(information, SND_PCM_STREAM_PLAYBACK)
        guard unsafe snd_ctl_pcm_info(control, information) == 0 else { return nil }
        return unsafe (
            String(cString: snd_pcm_info_get_name(information)),
            Int(snd_pcm_info_get_subdevices_count(information))
        )
    }

    /// The programs that have a device open, by the kernel's status files.
    private static func users(ofCard card: Int32, device: Int32) -> [String] {
        var found: [String] = []
        var subdevice = 0
        let folder = "/proc/asound/card\(card)/pcm\(device)p"
        while let status = KernelFile.text("\(folder)/sub\(subdevice)/status") {
            subdevice += 1
            let line = status.split(separator: "\n").first { $0.hasPrefix("owner_pid") }
            guard let process = line?.split(separator: " ").last else { continue }
            let name = KernelFile.text("/proc/\(process)/comm") ?? "process"
            let user = "\(name) (\(process))"
            if !found.contains(user) { found.append(user) }
        }
        return found
    }

    /// The outputs of a card that this user may not open, as far as `/proc` lists them.
    private static func forbidden(ofCard card: Int32) -> [HardwareOutput] {
        let id = id(ofCard: card) ?? "\(card)"
        // "00-03: HDMI 0 : HDMI 0 : playback 1", card and device with two digits at least.
        let lines = KernelFile.text("/proc/asound/pcm")?.split(separator: "\n") ?? []
        return lines.compactMap { line in
            let fields = line.split(separator: ":").map { field in
                field.split(separator: " ").joined(separator: " ")
            }
            let numbers = fields.first?.split(separator: "-").compactMap { Int32($0) } ?? []
            guard numbers.count == 2, numbers[0] == card,
                let playback = fields.first(where: { $0.hasPrefix("playback ") })
            else { return nil }
            return HardwareOutput(
                address: HardwareAddress(card: id, device: Int(numbers[1])),
                cardName: id,
                deviceName: fields.count > 2 ? fields[2] : "",
                subdevices: playback.split(separator: " ").last.flatMap { Int($0) } ?? 1,
                state: .forbidden
            )
        }
    }
}
