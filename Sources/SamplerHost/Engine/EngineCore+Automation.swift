import Mixer
import Realtime
import Sequencer

/// Values of strips that move with the music.
extension EngineCore {
    /// Whether something has to be moved with the music.
    var isAutomated: Bool {
        @_noLocks get {
            if mixer.isAutomated { return true }
            if crossfade != nil, let item = fading.item,
                unsafe !item.automation.loan.value.isEmpty
            {
                return true
            }
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
        guard deck.isStarted, let _ = deck.item else { return endAutomation(atFrame: frame) }
        automationRest = 0
        let (played, _) = deck.stretch(from: frame, to: frame &+ 1)
        // While it does not advance, values stay.
        guard let played else { return }
        let isElsewhere = played.beginning != automatedBeginning || played.pass != automatedPass
        guard isElsewhere || frame % 256 == 0 else { return }
        (automatedBeginning, automatedPass) = (played.beginning, played.pass)
        // Where it begins anew, the value is there with the first notes; later it is on the way to
        // that of the next turn.
        turn(atFrame: frame, isElsewhere: isElsewhere)
    }

    /// Has the values return to those without automation, two seconds after the music: what rings on
    /// until then stays as it is, and live inputs do not stay faded out.
    @_noLocks
    private mutating func endAutomation(atFrame frame: Int64) {
        guard deck.tailStart == nil, !deck.hasWaiting else { return }
        automationRest &+= 64
        guard automationRest >= 2 &* rate else { return }
        automationRest = 0
        turn(atFrame: frame, isElsewhere: false)
    }

    /// Moves to the values of what plays, that which fades out included; without any to those without
    /// automation.
    @_noLocks
    mutating func turn(atFrame frame: Int64, isElsewhere: Bool) {
        routeFading(before: frame)
        let offset = Int(frame &- position)
        if offset > spanStart { renderSpan(to: offset) }
        let ahead = isElsewhere ? 0 : Int64(256)
        mixer.beginAutomation()
        if crossfade != nil { Self.apply(fading, atFrame: frame, ahead: ahead, to: &mixer) }
        Self.apply(deck, atFrame: frame, ahead: ahead, to: &mixer)
        mixer.moveAutomation(over: isElsewhere ? 64 : 256, isAtOnce: isElsewhere)
        for index in 0..<mixer.stripCount where mixer.isRetuned(at: index) {
            racks.tune(mixer.strip(at: index), offset: offset)
        }
    }

    /// Sets the values of the item of a deck.
    @_noLocks
    private static func apply(
        _ deck: borrowing Deck,
        atFrame frame: Int64,
        ahead: Int64,
        to mixer: inout Mixer
    ) {
        guard let item = deck.item, deck.isStarted else { return }
        guard let played = deck.stretch(from: frame, to: frame &+ 1).played else { return }
        unsafe item.automation.loan.value.apply(atItemFrame: played.itemFrame &+ ahead, to: &mixer)
    }

    /// Has the values of an item that begins on a frame from there on.
    @_noLocks
    mutating func beginAutomation(atFrame frame: Int64) {
        guard isAutomated else { return }
        let played = deck.stretch(from: frame, to: frame &+ 1).played
        if let played { (automatedBeginning, automatedPass) = (played.beginning, played.pass) }
        automationRest = 0
        turn(atFrame: frame, isElsewhere: true)
    }
}
