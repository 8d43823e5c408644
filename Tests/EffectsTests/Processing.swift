import Effects

/// What an effect makes of an input.
struct Processing {
    var left: [Float]
    var right: [Float]
    /// What a chorus sends to a reverb.
    var send: [Float]

    /// The first frame that differs from another's.
    func firstDifference(from other: Processing) -> Int? {
        left.indices.first {
            left[$0] != other.left[$0] || right[$0] != other.right[$0] || send[$0] != other.send[$0]
        }
    }

    /// Frames after which pieces repeat; the effect gets its input in these.
    typealias Ways = [Int]

    /// Runs a reverb and, as an effects bus does, the delay in its place.
    ///
    /// - Parameters:
    ///   - parameters: Its first parameters.
    ///   - input: The input.
    ///   - rate: Frames per second.
    ///   - ways: The lengths of the pieces.
    ///   - changes: Parameters by the frames, multiples of 64, from which they are to be in force.
    /// - Returns: What it gives.
    static func reverb(
        _ parameters: ReverbParameters?,
        _ input: [Float],
        rate: Int = 48_000,
        ways: Ways = [512],
        changes: [Int: ReverbParameters?] = [:]
    ) -> Processing {
        var reverb = Reverb(parameters, rate: rate)
        var delay = Delay(parameters, rate: rate)
        return run(input, ways, changes.keys.sorted()) { frame, input, left, right, _, count in
            if let change = changes[frame] {
                reverb.set(change)
                delay.set(change)
            }
            reverb.process(input, left: left, right: right, count: count)
            delay.process(input, left: left, right: right, count: count)
        }
    }

    /// Runs a chorus.
    static func chorus(
        _ parameters: ChorusParameters?,
        _ input: [Float],
        rate: Int = 48_000,
        ways: Ways = [512],
        changes: [Int: ChorusParameters?] = [:]
    ) -> Processing {
        var chorus = Chorus(parameters, rate: rate)
        return run(input, ways, changes.keys.sorted()) { frame, input, left, right, send, count in
            if let change = changes[frame] { chorus.set(change) }
            chorus.process(input, left: left, right: right, reverb: send, count: count)
        }
    }

    private typealias Samples = UnsafeMutablePointer<Float>

    private static func run(
        _ input: [Float],
        _ ways: Ways,
        _ stops: [Int],
        _ process: (Int, UnsafePointer<Float>, Samples, Samples, Samples, Int) -> Void
    ) -> Processing {
        let zeros = [Float](repeating: 0, count: input.count)
        var result = Processing(left: zeros, right: zeros, send: zeros)
        var frame = 0
        var piece = 0
        while frame < input.count {
            let stop = stops.first { $0 > frame } ?? input.count
            let count = min(ways[piece % ways.count], stop - frame)
            piece += 1
            input.withUnsafeBufferPointer { input in
                result.left.withUnsafeMutableBufferPointer { left in
                    result.right.withUnsafeMutableBufferPointer { right in
                        result.send.withUnsafeMutableBufferPointer { send in
                            guard let input = input.baseAddress, let left = left.baseAddress,
                                let right = right.baseAddress, let send = send.baseAddress
                            else { return }
                            process(
                                frame,
                                input + frame,
                                left + frame,
                                right + frame,
                                send + frame,
                                count
                            )
                        }
                    }
                }
            }
            frame += count
        }
        return result
    }
}
