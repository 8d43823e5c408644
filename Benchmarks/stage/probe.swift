import Effects

// Times, in one process and in turn, FluidSynth's effects and those of Sources/Effects, and prints
// nanoseconds a frame. FluidSynth's are what an instance without voices takes with them on, less
// what it takes without.

let frames = 512
let repetitions = 20
let rounds = Int(CommandLine.arguments[1]) ?? 301

/// A buffer of noise, so that no effect falls asleep.
func noise() -> UnsafeMutablePointer<Float> {
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: frames)
    for index in 0..<frames { samples[index] = Float.random(in: -0.5...0.5) }
    return samples
}

func silence() -> UnsafeMutablePointer<Float> {
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: frames)
    samples.initialize(repeating: 0, count: frames)
    return samples
}

/// Nanoseconds a frame.
func time(_ body: () -> Void) -> Double {
    let start = probe_nanoseconds()
    for _ in 0..<repetitions { body() }
    return Double(probe_nanoseconds() - start) / Double(frames * repetitions)
}

var reverb = Reverb(ReverbParameters(), rate: 44_100)
var chorus = Chorus(ChorusParameters(), rate: 44_100)
let input = noise()
let (left, right, send) = (silence(), silence(), silence())

func clear() {
    for index in 0..<frames {
        left[index] = 0
        right[index] = 0
        send[index] = 0
    }
}

func runReverb() { reverb.process(input, left: left, right: right, count: frames) }

func runChorus() {
    chorus.process(input, left: left, right: right, reverb: send, count: frames)
}

let instances = (0..<4).map { probe_synth($0 & 1, $0 >> 1) }
var measured = [[Double]](repeating: [], count: 6)
for _ in 0..<rounds {
    let plain = time { probe_render(instances[0], Int32(frames)) }
    measured[0].append(time { probe_render(instances[1], Int32(frames)) } - plain)
    measured[1].append(time { probe_render(instances[2], Int32(frames)) } - plain)
    measured[2].append(time { probe_render(instances[3], Int32(frames)) } - plain)
    clear()
    measured[3].append(time { runReverb() })
    measured[4].append(time { runChorus() })
    clear()
    measured[5].append(
        time {
            runChorus()
            runReverb()
        }
    )
    clear()
}
let medians = measured.map { $0.sorted()[$0.count / 2] }
print(medians.map { String(Int($0 * 100 + 0.5)) }.joined(separator: " "))
