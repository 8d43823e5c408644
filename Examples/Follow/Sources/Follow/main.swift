import ControlProtocol
import Glibc
import SeqdClient

// Plays a file on a running daemon, and prints its bars, its markers and its lyrics until it ends:
// Follow /music/song.mid
let client = try SeqdClient()
let events = try await client.events([.transport, .bar, .marker, .lyric])
let paths = Array(CommandLine.arguments.dropFirst())
if paths.isEmpty {
    try await client.ask(Command.Continue())
} else {
    try await client.ask(Command.Play(FileRequest(paths: paths)))
}

for await message in events {
    switch message.event {
    case .bar(let start): print("bar \(start.bar)")
    case .marker(let marker): print("marker \(marker.text)")
    case .lyric(let syllable): print("lyric \(syllable.text)")
    case .transport(let change) where change.change == .stopped: exit(0)
    default: break
    }
}
