import Effects
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
    ///   - place: The place of a name, whose strip it lends; `nil` for one that nothing is heard on.
    init(_ lines: [AutomationLine], _ place: (String) -> InsertPlace?) {
        var all: [AutomationLine.Point] = []
        var automated: [AutomatedLine] = []
        for line in lines where !line.points.isEmpty {
            guard let place = place(line.strip) else { continue }
            automated.append(
                AutomatedLine(
                    place: place,
                    target: line.parameter.target,
                    shape: line.shape,
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
            switch line.target {
            case .lane(let lane):
                let strip: Loan<Strip>? =
                    if case .strip(let strip) = line.place { unsafe strip.loan } else { nil }
                var delay = mixer.insertLatency
                if let strip { delay = line.isTuning ? 0 : mixer.latency(of: strip) }
                let value = value(of: line, at: frame &- Int64(delay))
                mixer.automate(lane, to: value, of: strip)
            case .insert(let number):
                let delay = mixer.delay(of: number, at: line.place)
                let value = self.number(of: line, at: frame &- Int64(delay))
                mixer.automate(number, to: value, at: line.place)
            case .effect(let number):
                guard case .effects(let bus) = line.place else { continue }
                let value = self.number(of: line, at: frame &- Int64(mixer.stripAlignment))
                mixer.automate(effect: number, to: value, ofBus: bus)
            }
        }
    }

    /// The number of a line at an item frame.
    @_noLocks
    private func number(of line: AutomatedLine, at frame: Int64) -> Double {
        let value = Double(value(of: line, at: frame))
        return line.isPower ? Elementary.exp2(value) : value
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
        if line.isStepped { return before.value }
        let next = points[line.first &+ low]
        let part = Float(frame &- before.frame) / Float(next.frame &- before.frame)
        return before.value + (next.value - before.value) * part
    }
}

/// A line as the audio thread has it.
struct AutomatedLine: BitwiseCopyable {
    /// The strip, output or effects bus.
    let place: InsertPlace
    /// The value that moves.
    let target: AutomationTarget
    let shape: AutomationLine.Shape
    /// The first of its points, and their number.
    let first: Int
    let count: Int

    /// Whether it acts before the inserts.
    var isTuning: Bool {
        @_noLocks get {
            switch target {
            case .lane(let lane):
                lane == StripLevels.Lane.transpose || lane == StripLevels.Lane.fineTune
            case .insert, .effect: false
            }
        }
    }

    /// Whether its values are powers of 2.
    var isPower: Bool {
        @_noLocks get {
            switch shape {
            case .powers: true
            default: false
            }
        }
    }

    /// Whether a value stays until the next point.
    var isStepped: Bool {
        @_noLocks get {
            switch shape {
            case .steps: true
            default: false
            }
        }
    }
}

/// A value of a strip as the audio thread moves it.
enum AutomationTarget: BitwiseCopyable {
    /// A lane of ``StripLevels``.
    case lane(Int)
    /// A number of an insert.
    case insert(AutomatedNumber)
    /// A parameter of an effects bus, by its index in `EffectsSettings.numbers`.
    case effect(Int)
}

extension AutomationLine.Parameter {
    /// The value as the audio thread moves it.
    fileprivate var target: AutomationTarget {
        switch self {
        case .gain: .lane(StripLevels.Lane.gain)
        case .pan: .lane(StripLevels.Lane.pan)
        case .reverb: .lane(StripLevels.Lane.reverb)
        case .chorus: .lane(StripLevels.Lane.chorus)
        case .transpose: .lane(StripLevels.Lane.transpose)
        case .tune: .lane(StripLevels.Lane.fineTune)
        case .insert(let number, let place, let layout):
            .insert(AutomatedNumber(number, ofInsert: place, layout: layout))
        case .effect(let number): .effect(number)
        }
    }
}
