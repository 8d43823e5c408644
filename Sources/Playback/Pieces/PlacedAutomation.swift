import Effects
import Platform
import Racks
public import Sequencer

/// The values of strips that move with a piece, each point at its place in the music.
struct PlacedAutomation: Sendable {
    private struct Line: Sendable {
        var strip: String
        var parameter: AutomationLine.Parameter
        var points: [(place: PlacedPosition, value: Float)]
    }

    /// The settings that they were placed by.
    let settings: AutomationSettings
    private var lines: [Line] = []
    private let rate: Int

    /// Finds the places of points.
    ///
    /// - Parameters:
    ///   - settings: The lines.
    ///   - others: Those of a rack, whose points at markers need not be in the music.
    ///   - sequence: The sequence at the file's own tempo.
    ///   - name: The name of the piece in messages.
    ///   - rate: Frames per second.
    /// - Throws: `usage` for a position that the sequence does not have, and for points that are not in
    ///   their order.
    init(
        _ settings: AutomationSettings,
        ofRack others: AutomationSettings = AutomationSettings(),
        in sequence: PreparedSequence,
        _ name: String,
        rate: Int
    ) throws(PlaybackError) {
        self.settings = settings
        self.rate = rate
        // A point may be behind the end of the music: with a clip, or in a rack for several files.
        let sequence = PlacedPosition.extended(sequence, rate: rate)
        for (strip, parameters) in settings.strips.sorted(by: { $0.key < $1.key }) {
            for parameter in AutomationSettings.parameters {
                guard let points = parameters[parameter] else { continue }
                let subject = "\(name): automation of \(strip), \(parameter.name)"
                var placed: [(place: PlacedPosition, value: Float)] = []
                var last = Int64(0)
                for point in points {
                    let place: PlacedPosition
                    do throws(PositionError) {
                        place = try PlacedPosition(point.position, in: sequence, rate: rate)
                    } catch {
                        if case .marker = point.position,
                            others.strips[strip]?[parameter] == points
                        {
                            continue
                        }
                        let reason = PlacedPosition.reason(error)
                        throw PlaybackError(.usage, "\(subject): \(reason)")
                    }
                    guard place.frame >= last else {
                        throw PlaybackError(
                            .usage,
                            "\(subject): \(point.position) is before the point in front of it"
                        )
                    }
                    last = place.frame
                    placed.append((place, parameter.lane(point.value)))
                }
                guard !placed.isEmpty else { continue }
                lines.append(
                    Line(strip: strip, parameter: parameter.automated, points: placed)
                )
            }
        }
    }

    /// The lines as an item plays them.
    ///
    /// - Parameters:
    ///   - sequence: The sequence that is played.
    ///   - base: The sequence at the file's own tempo.
    ///   - speed: The speed at which it is played.
    /// - Returns: The lines.
    func lines(
        in sequence: PreparedSequence,
        at base: PreparedSequence,
        _ speed: Speed
    ) -> [AutomationLine] {
        lines.map { line in
            AutomationLine(
                strip: line.strip,
                line.parameter,
                points: line.points.map { point in
                    let place = point.place
                    return AutomationLine.Point(
                        frame: place.itemFrame(in: sequence, at: base, speed, rate: rate),
                        value: point.value
                    )
                }
            )
        }
    }
}

extension StripParameter {
    /// The value of the audio thread.
    fileprivate var automated: AutomationLine.Parameter {
        switch self {
        case .pan: .pan
        case .reverb: .reverb
        case .chorus: .chorus
        case .transpose: .transpose
        case .tune: .tune
        default: .gain
        }
    }

    /// A value of this parameter as the audio thread has it.
    fileprivate func lane(_ value: Double) -> Float {
        switch automated {
        case .gain, .reverb, .chorus: Decibels.fader(value)
        case .pan: Float(value / 100)
        case .transpose: Float(value * 100)
        case .tune: Float(value)
        }
    }
}

extension Piece {
    /// The values that move with the music, by a rack and by a file of music.
    ///
    /// - Throws: `usage` for a strip or a position that there is not.
    static func automation(
        _ rack: RackSettings?,
        _ file: AutomationSettings,
        isNewRack: Bool = false,
        clips: [ClipSettings],
        in sequence: PreparedSequence,
        _ name: String,
        rate: Int
    ) throws(PlaybackError) -> PlacedAutomation {
        let own = rack?.automation ?? AutomationSettings()
        var file = file
        if isNewRack, let rack {
            // What plays does not keep its rack from being replaced.
            file.strips = file.strips.filter { strip, lines in
                var line = AutomationSettings()
                line.strips[strip] = lines
                return rack.problem(of: line, clips) == nil
            }
        }
        let settings = own.merging(file)
        if let problem = rack?.problem(of: settings, clips) {
            throw PlaybackError(.usage, "\(name): \(problem)")
        }
        return try PlacedAutomation(settings, ofRack: own, in: sequence, name, rate: rate)
    }

    /// The values of strips that move with the music, as an item plays them.
    ///
    /// - Parameter speed: The speed of the item.
    /// - Returns: The lines.
    public func automationLines(at speed: Speed) -> [AutomationLine] {
        automation.lines(in: sequence, at: base, speed)
    }
}
