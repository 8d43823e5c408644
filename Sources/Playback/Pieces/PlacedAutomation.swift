import Effects
import Platform
import Racks
public import Sequencer

/// The values of strips that move with a piece, each point at its place in the music.
struct PlacedAutomation: Sendable {
    fileprivate struct Line: Sendable {
        var strip: String
        var parameter: AutomationLine.Parameter
        var shape: AutomationLine.Shape
        var points: [(place: PlacedPosition, value: Float)] = []
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
    ///   - inserts: The inserts of a strip by its name.
    ///   - sequence: The sequence at the file's own tempo.
    ///   - name: The name of the piece in messages.
    ///   - rate: Frames per second.
    /// - Throws: `usage` for a position that the sequence does not have, and for points that are not in
    ///   their order.
    init(
        _ settings: AutomationSettings,
        ofRack others: AutomationSettings = AutomationSettings(),
        inserts: (String) -> [InsertSettings] = { _ in [] },
        in sequence: PreparedSequence,
        _ name: String,
        rate: Int
    ) throws(PlaybackError) {
        self.settings = settings
        self.rate = rate
        // A point may be behind the end of the music: with a clip, or in a rack for several files.
        let sequence = PlacedPosition.extended(sequence, rate: rate)
        for (strip, parameters) in settings.strips.sorted(by: { $0.key < $1.key }) {
            for (parameter, points) in parameters.sorted(by: { $0.key < $1.key }) {
                let subject = "\(name): automation of \(strip), \(parameter.name)"
                guard var line = Line(parameter, of: strip, inserts(strip), rate: rate) else {
                    continue
                }
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
                    line.points.append((place, line.value(point.value)))
                }
                if !line.points.isEmpty { lines.append(line) }
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
                line.shape,
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

extension PlacedAutomation.Line {
    /// A line without points; `nil` for a number of an insert that there is not.
    fileprivate init?(
        _ parameter: AutomationSettings.Parameter,
        of strip: String,
        _ inserts: [InsertSettings],
        rate: Int
    ) {
        self.strip = strip
        shape = .straight
        switch parameter {
        case .strip(let parameter):
            self.parameter = parameter.automated
        case .insert(let place, let name):
            guard place <= inserts.count else { return nil }
            let insert = inserts[place - 1]
            let numbers = insert.numbers(rate: rate)
            guard let index = numbers.firstIndex(where: { $0.name == name }) else { return nil }
            self.parameter = .insert(number: index, place: place, layout: insert.layout)
            shape = Self.shape(of: numbers[index])
        case .effect(let name):
            let numbers = EffectsSettings.numbers
            guard let index = numbers.firstIndex(where: { $0.name == name }) else { return nil }
            self.parameter = .effect(number: index)
            shape = Self.shape(of: numbers[index])
        }
    }

    /// The way of a number from a point to the next.
    private static func shape(of number: InsertNumber) -> AutomationLine.Shape {
        switch number.movement {
        case .evenly: .straight
        case .byRatio: number.range.lowerBound > 0 ? .powers : .straight
        case .atOnce: .steps
        }
    }

    /// A value as the audio thread has it.
    fileprivate func value(_ value: Double) -> Float {
        switch parameter {
        case .gain, .reverb, .chorus: Decibels.fader(value)
        case .pan: Float(value / 100)
        case .transpose: Float(value * 100)
        case .tune: Float(value)
        case .insert, .effect: Float(shape == .powers ? Elementary.log2(value) : value)
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
            for (strip, lines) in file.strips {
                file.strips[strip] = lines.filter { parameter, points in
                    var line = AutomationSettings()
                    line.strips[strip] = [parameter: points]
                    return rack.problem(of: line, clips, rate: rate) == nil
                }
            }
            file.strips = file.strips.filter { !$0.value.isEmpty }
        }
        let settings = own.merging(file)
        let problem =
            rack.map { $0.problem(of: settings, clips, rate: rate) } ?? settings.problemWithoutRack
        if let problem { throw PlaybackError(.usage, "\(name): \(problem)") }
        return try PlacedAutomation(
            settings,
            ofRack: own,
            inserts: { rack?.inserts(ofStrip: $0, clips) ?? [] },
            in: sequence,
            name,
            rate: rate
        )
    }

    /// The values of strips that move with the music, as an item plays them.
    ///
    /// - Parameter speed: The speed of the item.
    /// - Returns: The lines.
    public func automationLines(at speed: Speed) -> [AutomationLine] {
        automation.lines(in: sequence, at: base, speed)
    }
}
