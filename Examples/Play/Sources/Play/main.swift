import Glibc
import SeqdPlayer

// Plays a MIDI file, and prints its markers and lyrics as they are heard: Play song.mid [DEVICE]
// The device "none" is silence.
let arguments = CommandLine.arguments.dropFirst()
guard let path = arguments.first else {
    print("usage: Play FILE.mid [DEVICE]")
    exit(64)
}
let device = arguments.dropFirst().first ?? "default"
let player = try Player(path, output: device == "none" ? .none : .device(device))
print("\(player.name): \(player.duration) s")

let events = player.events
try player.start()
for await event in events {
    switch event.value {
    case .music(.marker(let name)): print("[\(name)]")
    case .music(.lyric(let text)): print(text)
    case .ended: print("the end")
    default: break
    }
    if event.value == .ended { break }
}
try await player.waitForEnd()
