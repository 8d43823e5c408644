import SeqdPlayer

// Plays a chord and a line, note by note: Keys [DEVICE]
// The device "none" is silence.
let device = CommandLine.arguments.dropFirst().first ?? "default"
let sampler = try Sampler(output: device == "none" ? .none : .device(device))

// A string ensemble on one channel, a flute on another.
try sampler.select(program: 48, channel: 0)
try sampler.select(program: 73, channel: 1)
for key in [UInt8(48), 55, 64] { try sampler.noteOn(key, velocity: 70) }
for key in [UInt8(72), 74, 76, 79] {
    try sampler.noteOn(key, channel: 1)
    try await Task.sleep(for: .milliseconds(300))
    try sampler.noteOff(key, channel: 1)
}
for key in [UInt8(48), 55, 64] { try sampler.noteOff(key) }
try await Task.sleep(for: .seconds(1))
try sampler.finish()
