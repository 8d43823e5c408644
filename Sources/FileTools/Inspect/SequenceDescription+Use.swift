import MIDI
package import Sequencer
import Wording

extension SequenceDescription {
    /// The curve of the polyphony, and the position of the peak: `▁▃█▃ 12 notes at once at 17:3`.
    package func voicesSummary(_ polyphony: Polyphony, width: Int) -> String? {
        guard polyphony.peak > 0 else { return nil }
        let peak = time(atTick: polyphony.peakTick)
        let text =
            "at most \(NumberText.count(polyphony.peak, "note")) at once, at \(peak.positionText)"
        let curve = Sparkline.text(
            polyphony.stretches.map(\.peak),
            width: max(width - text.columns - 1, 0)
        )
        return curve.count > 1 ? "\(curve) \(text)" : text
    }

    /// The numbers of tracks as runs: `2-4,7`.
    package func numbers(ofTracks tracks: [Int]) -> String {
        var runs: [ClosedRange<Int>] = []
        for number in tracks.map(trackNumber(ofIndex:)) {
            if let run = runs.last, run.upperBound + 1 == number {
                runs[runs.count - 1] = run.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
        return runs.map { run in
            run.count == 1 ? "\(run.lowerBound)" : "\(run.lowerBound)-\(run.upperBound)"
        }.joined(separator: ",")
    }

    /// The keys of a channel: `C2-G5`.
    package func keyText(_ use: ChannelUse) -> String {
        guard let keys = use.keys else { return "" }
        let low = NoteName.text(keys.lowerBound)
        return keys.count == 1 ? low : "\(low)-\(NoteName.text(keys.upperBound))"
    }

    /// The bend ranges that are set: `±12`; the standard's ±2 for bends without one.
    package func bendText(_ use: ChannelUse) -> String {
        let ranges = use.bendRanges.isEmpty && use.bendCount > 0 ? [2] : use.bendRanges
        return ranges.map { "±\(NumberText.decimal($0))" }.joined(separator: ",")
    }

    /// The programs and controllers of a channel, the least usual details left out.
    package func programText(_ use: ChannelUse) -> String {
        var seen: Set<String> = []
        return use.programs.map(\.address).filter { seen.insert($0).inserted }
            .joined(separator: " ")
    }

    /// The events of a channel beside notes and programs.
    package func controllerText(_ use: ChannelUse) -> String {
        var names = use.controllers.map(\.controller)
            .filter { !Self.isPartOfAnother($0) }.map(\.shownName)
        if use.pressureCount > 0 { names.append("pressure") }
        return names.joined(separator: ", ")
    }

    /// Banks are seen in the programs, and parameter numbers and data entries in the parameters.
    private static func isPartOfAnother(_ controller: Controller) -> Bool {
        switch controller {
        case .bankSelect, .bankSelectLSB, .dataEntry, .dataEntryLSB, .dataIncrement,
            .dataDecrement, .nonRegisteredLSB, .nonRegisteredMSB, .registeredLSB, .registeredMSB:
            true
        default: false
        }
    }

    /// The name of a parameter; its number if it has no name.
    package func name(of parameter: ParameterUse) -> String {
        parameter.number.name ?? parameter.number.numberText
    }

    /// The values of a parameter in the unit that people think of.
    package func valueText(_ use: ParameterUse) -> String {
        var texts = use.values.map { Self.valueText($0, use) }
        if use.hasMoreValues { texts.append("…") }
        if use.stepCount > 0 { texts.append(NumberText.count(use.stepCount, "step")) }
        return texts.joined(separator: ", ")
    }

    /// Ranges and tunings in semitones or cents (MIDI 1.0 Detailed Specification 4.2, table IIIa);
    /// other parameters as they are sent.
    private static func valueText(_ value: UInt16, _ use: ParameterUse) -> String {
        let coarse = Int(value >> 7)
        switch (use.number.isRegistered, use.number.coarse, use.number.fine) {
        case (true, 0, 0):
            return "±\(NumberText.decimal(Double(coarse) + Double(value & 127) / 100)) semitones"
        case (true, 0, 1):
            return signed((Double(value) - 8192) / 81.92) + " cents"
        case (true, 0, 2):
            return signed(Double(coarse - 64)) + " semitones"
        case (true, _, _): return use.isCoarseOnly ? "\(coarse)" : "\(value)"
        // NRPNs of sound parameters count from 64.
        case (false, 0x01, _) where use.isCoarseOnly: return signed(Double(coarse - 64))
        default: return use.isCoarseOnly ? "\(coarse)" : "\(value)"
        }
    }

    private static func signed(_ value: Double) -> String {
        (value > 0 ? "+" : "") + NumberText.decimal((value * 10).rounded() / 10)
    }

    /// A message's name with its values: `GS reverb macro: 4`.
    package func text(of use: SystemExclusiveUse) -> String {
        let bytes = NumberText.count(use.byteCount, "byte")
        guard !use.values.isEmpty else { return "\(use.name.text) (\(bytes))" }
        let values = use.values.map { "\($0)" }.joined(separator: ", ")
        return "\(use.name.text): \(values)"
    }
}
