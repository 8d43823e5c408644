import MIDI
import SMF

/// The devices that tracks name (FF 09, MMA RP-019), and those that need samplers of their own.
///
/// A device name counts from its event on. Devices share the sampler of their port, as most files
/// mean it, unless two of them play notes on one channel, or a track goes from one to another: then
/// each device of the port has a sampler. Events without a device go to the first of their port.
struct DeviceScan {
    /// By track: the names, in order of appearance.
    let names: [[String]]
    /// By track: the names of devices that have notes.
    private(set) var played: [Set<String>]
    /// By port whose devices have samplers of their own: the first device.
    private var separated: [UInt8: String] = [:]

    /// Goes through the tracks; through all their events only where there are several devices.
    init(_ tracks: [Track], decoding decoder: TextDecoder) {
        names = tracks.map { track in
            var names: [String] = []
            var known: Set<String> = []
            track.forEachPayload { _, _, event in
                guard let name = Self.name(event, decoder), known.insert(name).inserted else {
                    return
                }
                names.append(name)
            }
            return names
        }
        played = names.map(Set.init)
        guard Set(names.joined()).count > 1 else { return }
        // By port: its first device, and by channel the device that has notes on it.
        var first: [UInt8: String] = [:]
        var owners: [UInt8: [String?]] = [:]
        var shared: Set<UInt8> = []
        for (index, track) in tracks.enumerated() where !names[index].isEmpty {
            let devices = Self.devices(of: track, decoder)
            played[index] = Set(devices.map(\.name))
            var devicesOfPort: [UInt8: Set<String>] = [:]
            for device in devices {
                first[device.port] = first[device.port] ?? device.name
                devicesOfPort[device.port, default: []].insert(device.name)
                for channel in 0..<16 where device.channels >> UInt16(channel) & 1 == 1 {
                    var ports = owners[device.port] ?? Array(repeating: nil, count: 16)
                    if let owner = ports[channel], owner != device.name {
                        shared.insert(device.port)
                    }
                    ports[channel] = device.name
                    owners[device.port] = ports
                }
            }
            for (port, devices) in devicesOfPort where devices.count > 1 { shared.insert(port) }
        }
        for port in shared { separated[port] = first[port] }
    }

    /// The device whose sampler plays what a track has for a device and a port; `nil` for that of
    /// the port.
    func ownDevice(_ device: String?, onPort port: UInt8) -> String? {
        separated[port].map { device ?? $0 }
    }

    /// The name that an event gives; `nil` for other events, and an empty one.
    static func name(_ event: Event, _ decoder: TextDecoder) -> String? {
        guard case .meta(let meta) = event, case .text(.deviceName, let bytes) = meta.value else {
            return nil
        }
        let name = decoder.text(of: bytes)
        return name.isEmpty ? nil : name
    }

    /// A device of a track that has notes on a port, with their channels.
    private struct Device {
        let name: String
        let port: UInt8
        var channels: UInt16
    }

    /// The devices of a track that have notes, in order of appearance.
    private static func devices(of track: Track, _ decoder: TextDecoder) -> [Device] {
        var devices: [Device] = []
        var places: [String: [UInt8: Int]] = [:]
        var port: UInt8 = 0
        var device: String?
        for event in track.map(\.event) {
            if case .meta(let meta) = event, case .port(let value) = meta.value { port = value }
            if let name = name(event, decoder) { device = name }
            guard case .channel(let message) = event, message.isNoteOn, let device else { continue }
            let bit: UInt16 = 1 << UInt16(message.channel)
            if let known = places[device]?[port] {
                devices[known].channels |= bit
            } else {
                places[device, default: [:]][port] = devices.count
                devices.append(Device(name: device, port: port, channels: bit))
            }
        }
        return devices
    }
}
