import Mixer
import Realtime
import Sequencer

/// The values of strips that move with an item, as the audio thread has them.
struct ItemAutomation: ~Copyable {
    private let lines: FixedArray<AutomatedLine>
    private let points: FixedArray<AutomationLine.Point>

    /// Whether there are any.
    var isEmpty: Bool { @_noLocks get { lines.count == 0 } }

    /// Makes the values of an item.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - lines: The lines of the item.
    ///   - strip: Lends a strip by its name; `nil` for the master.
    init(_ lines: [AutomationLine], _ strip: (String) -> LoanTicket<Strip>?) {
        var all: [AutomationLine.Point] = []
        var automated: [AutomatedLine] = []
        for line in lines where !line.points.isEmpty {
            automated.append(
                AutomatedLine(
                    strip: strip(line.strip),
                    lane: line.parameter.lane,
                    first: all.count,
                    count: line.points.count
                )
            )
            all += line.points
        }
        self.lines = FixedArray(count: automated.count) { automated[$0] }
        points = FixedArray(count: all.count) { all[$0] }
    }

    /// Sets the values for an item frame.
    ///
    /// - Parameters:
    ///   - frame: The item frame of what is heard without inserts that delay.
    ///   - mixer: The mixer.
    @_noLocks
    func apply(atItemFrame frame: Int64, to mixer: inout Mixer) {
        for index in 0..<lines.count {
            let line = lines[index]
            if let strip = line.strip {
                let strip = unsafe strip.loan
                let delay = line.isTuning ? 0 : Int64(mixer.latency(of: strip))
                mixer.automate(line.lane, to: value(of: line, at: frame &- delay), of: strip)
            } else {
                let delay = Int64(mixer.insertLatency)
                mixer.automate(line.lane, to: value(of: line, at: frame &- delay), of: nil)
            }
        }
    }

    /// The value of a line at an item frame.
    @_noLocks
    private func value(of line: AutomatedLine, at frame: Int64) -> Float {
        // The first point behind the frame.
        var (low, count) = (0, line.count)
        while count > 0 {
            let half = count / 2
            if points[line.first &+ low &+ half].frame > frame {
                count = half
            } else {
                low &+= half &+ 1
                count &-= half &+ 1
            }
        }
        guard low > 0 else { return points[line.first].value }
        let before = points[line.first &+ low &- 1]
        guard low < line.count else { return before.value }
        let next = points[line.first &+ low]
        let part = Float(frame &- before.frame) / Float(next.frame &- before.frame)
        return before.value + (next.value - before.value) * part
    }
}

/// A line as the audio thread has it.
struct AutomatedLine: BitwiseCopyable {
    /// The strip; `nil` for the master.
    let strip: LoanTicket<Strip>?
    /// The lane in ``StripLevels``.
    let lane: Int
    /// The first of its points, and their number.
    let first: Int
    let count: Int

    /// Whether it acts before the inserts.
    var isTuning: Bool {
        @_noLocks get {
            lane == StripLevels.Lane.transpose || lane == StripLevels.Lane.fineTune
        }
    }
}

extension AutomationLine.Parameter {
    /// The lane of the value.
    fileprivate var lane: Int {
        switch self {
        case .gain: StripLevels.Lane.gain
        case .pan: StripLevels.Lane.pan
        case .reverb: StripLevels.Lane.reverb
        case .chorus: StripLevels.Lane.chorus
        case .transpose: StripLevels.Lane.transpose
        case .tune: StripLevels.Lane.fineTune
        }
    }
}
