import Mixer
import Realtime
import Sequencer

/// Values of strips that move with the music.
extension EngineCore {
    /// Whether something has to be moved with the music.
    var isAutomated: Bool {
        @_noLocks get {
            if mixer.isAutomated { return true }
            guard let item = deck.item else { return false }
            return unsafe !item.automation.loan.value.isEmpty
        }
    }

    /// Moves the values of strips from a frame on, which is every 64th: each 256 frames, and where
    /// playing continues elsewhere.
    ///
    /// How frames are divided into periods changes nothing. Between these frames values move evenly.
    @_noLocks
    mutating func automate(atFrame frame: Int64) {
        guard let item = deck.item, deck.isStarted else { return endAutomation(atFrame: frame) }
        automationRest = 0
        let (played, _) = deck.stretch(from: frame, to: frame &+ 1)
        // While it does not advance, values stay.
        guard let played else { return }
        let isElsewhere = played.beginning != automatedBeginning || played.pass != automatedPass
        guard isElsewhere || frame % 256 == 0 else { return }
        (automatedBeginning, automatedPass) = (played.beginning, played.pass)
        // Where it begins anew, the value is there with the first notes; later it is on the way to
        // that of the next turn.
        let length = isElsewhere ? min(64, position) : 256
        let ahead = isElsewhere ? 0 : Int64(256)
        turn(item, at: played.itemFrame &+ ahead, over: Int(length), atFrame: frame)
    }

    /// Has the values return to those without automation, two seconds after the music: what rings on
    /// until then stays as it is, and live inputs do not stay faded out.
    @_noLocks
    private mutating func endAutomation(atFrame frame: Int64) {
        guard deck.tailStart == nil, !deck.hasWaiting else { return }
        automationRest &+= 64
        guard automationRest >= 2 &* rate else { return }
        automationRest = 0
        turn(nil, at: 0, over: 256, atFrame: frame)
    }

    /// Moves to the values at an item frame; without an item to those without automation.
    @_noLocks
    private mutating func turn(
        _ item: QueuedItem?,
        at itemFrame: Int64,
        over length: Int,
        atFrame frame: Int64
    ) {
        routeFading(before: frame)
        let offset = Int(frame &- position)
        if offset > spanStart { renderSpan(to: offset) }
        let before = mixer.automatedTuning
        mixer.beginAutomation()
        if let item {
            unsafe item.automation.loan.value.apply(atItemFrame: itemFrame, to: &mixer)
        }
        mixer.moveAutomation(over: length)
        guard before != 0 || mixer.automatedTuning != 0 else { return }
        for index in 0..<mixer.stripCount { racks.tune(mixer.strip(at: index), offset: offset) }
    }
}
