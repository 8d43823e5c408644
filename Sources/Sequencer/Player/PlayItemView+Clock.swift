import SMF

/// The pulses of MIDI's clock, 24 for each quarter note of an item.
extension PlayItemView {
    /// Whether it has quarter notes: not where its ticks are parts of SMPTE frames.
    package var hasClock: Bool { @_noLocks get { ticksPerQuarter > 0 } }

    /// The first item frame at or after a pulse.
    ///
    /// - Parameter pulse: The number of pulses since the beginning of the piece.
    /// - Returns: The frame, as of an event at that moment.
    @_noLocks
    package func frame(ofPulse pulse: Int64) -> Int64 {
        let ticks = Int128(pulse) * Int128(ticksPerQuarter)
        return frame(
            at: MusicalPosition(tick: Int64(ticks / 24), part: ticks % 24, whole: 24)
        )
    }

    /// The first pulse at or after an item frame.
    ///
    /// - Parameter frame: The frame.
    /// - Returns: The number of pulses since the beginning of the piece.
    @_noLocks
    package func pulse(notBefore frame: Int64) -> Int64 {
        let tick = musicalPosition(ofFrame: frame).tick
        var pulse = Int64(Int128(max(tick, 0)) * 24 / Int128(ticksPerQuarter))
        // Rounding has it begin one or two pulses before.
        while self.frame(ofPulse: pulse) < frame { pulse += 1 }
        while pulse > 0, self.frame(ofPulse: pulse - 1) >= frame { pulse -= 1 }
        return pulse
    }
}

extension Division {
    /// Ticks of a quarter note; 0 where ticks are parts of SMPTE frames.
    var ticksPerQuarterOrNone: Int64 {
        switch self {
        case .ticksPerQuarter(let ticks): Int64(ticks)
        case .smpte: 0
        }
    }
}
