import Clips
import Realtime
import Sequencer

/// A command from the controlling thread to the audio thread.
///
/// A value: nothing in it needs counting.
enum EngineCommand: BitwiseCopyable {
    /// A command by itself.
    case single(Grouped)
    /// Carry out the grouped commands that follow, as many as this, together on one frame of the
    /// grid.
    case together(count: Int)
    /// A command that cannot be in a group.
    case ungrouped(Ungrouped)
}

extension EngineCommand {
    /// A command that can be carried out together with others: once it is its turn, it cannot fail.
    enum Grouped: BitwiseCopyable {
        /// At once, also while the engine is paused.
        case atOnce(Immediate)
        /// On a frame of FluidSynth's grid, and not while the engine is paused.
        case onGrid(OnGrid)
        /// Change the mixer, or play a message.
        case move(EngineMove)
    }

    /// A command that is carried out at once.
    enum Immediate: BitwiseCopyable {
        /// Fade out, then end.
        case stop
        /// Fade out, then hold the position.
        case pause
        /// Continue, and fade in.
        case resume
        /// Return a strip that nothing is connected to.
        case removeStrip(LoanTicket<Strip>, number: Int)
        /// Write what comes out of a strip or of the master into a ring.
        case addTap(TapView)
        /// Return the ring of a tap.
        case removeTap(number: Int)
        /// Take a clip that is played by command.
        case addClip(LoanTicket<ClipCue>)
        /// Return a clip.
        case removeClip(number: Int)
        /// Have beats click, or not.
        case setMetronome(Bool)

        /// Whether a report returns something.
        var returnsLoan: Bool {
            @_noLocks get {
                switch self {
                case .removeStrip, .removeTap, .removeClip: true
                default: false
                }
            }
        }
    }

    /// A command about music or samplers, which needs a frame of FluidSynth's grid.
    enum OnGrid: BitwiseCopyable {
        /// Play this instead of the current item, whose samplers continue to sound until they are
        /// silent.
        case start(QueuedItem, hold: EngineHold?)
        /// End what plays and all its voices, without their release; what is commanded behind it waits
        /// for the next period.
        case cut
        /// Continue with this in place of what plays: the same sequence, played differently.
        case updateItem(QueuedItem)
        /// Continue with this, another version of what plays, where playing reaches its start.
        case scheduleReplacement(QueuedItem)
        /// End the notes of what plays, and report how far it got.
        case halt
        /// Change the mixer, or play a message, where what plays reaches a frame of its item; at once if
        /// that does not play.
        case schedule(ScheduledMove)
        /// Play a live input with this rack.
        case install(LoanTicket<Rack>)
        /// Continue with this rack where a rack with this number plays.
        case replaceRack(Int, LoanTicket<Rack>)
        /// Continue with a rack where what plays reaches a frame of its item.
        case scheduleRack(RackSwap)
        /// Hold playback where it reaches a tick, before all events on it; continue from the tick that
        /// was set before. `Int64.max` for none.
        case hold(EngineHold)
        /// Play the clicks of the metronome and of count-ins with this rack.
        case installMetronome(LoanTicket<Rack>)
    }

    /// A command that may have to wait for its turn again: for room for its reports, or for the one
    /// before.
    enum Ungrouped: BitwiseCopyable {
        /// Return the items that wait and whose number is below this.
        case dropQueued(before: Int)
        /// Write down what sounds.
        case survey(LoanTicket<Survey>, number: Int)
    }
}

/// A rack that is to take over from the one that plays, at a position.
struct RackSwap: BitwiseCopyable {
    /// The number of the rack that it takes over from.
    let old: Int
    let rack: LoanTicket<Rack>
    /// The number of the item that ``frame`` belongs to.
    var item: Int
    /// The item frame at which it takes over.
    var frame: Int64

    init(old: Int, rack: LoanTicket<Rack>, item: Int, frame: Int64) {
        self.old = old
        self.rack = rack
        self.item = item
        self.frame = frame
    }
}

/// A sequence to play, with the number by which reports name it.
struct QueuedItem: BitwiseCopyable {
    /// Is in memory that the engine's owner frees once the item was reported as ended.
    let view: LoanTicket<PlayItemView>
    /// The samplers that play it.
    var rack: LoanTicket<Rack>
    /// The routes of its lanes to them; they are valid as long as the item.
    let routes: RoutingView
    /// The values of strips that move with it; valid as long as the item.
    let automation: LoanTicket<ItemAutomation>
    let number: Int
    /// Whether the engine ends after it, once the tail is over.
    let isLast: Bool
    /// The frames before the end of what plays at which it begins beside that; 0 to begin at the end.
    let crossfade: Int64

    @_noLocks
    init(
        view: LoanTicket<PlayItemView>,
        rack: LoanTicket<Rack>,
        routes: RoutingView,
        automation: LoanTicket<ItemAutomation>,
        number: Int,
        isLast: Bool,
        crossfade: Int64 = 0
    ) {
        self.view = view
        self.rack = rack
        self.routes = routes
        self.automation = automation
        self.number = number
        self.isLast = isLast
        self.crossfade = crossfade
    }

    /// The same item on another rack.
    @_noLocks
    func on(_ rack: LoanTicket<Rack>) -> QueuedItem {
        QueuedItem(
            view: view,
            rack: rack,
            routes: routes,
            automation: automation,
            number: number,
            isLast: isLast
        )
    }
}

/// A loan to the audio thread: the kind of the owner, and the number by which it was lent.
public enum EngineLoan: BitwiseCopyable, Hashable, Sendable {
    case item(Int)
    case rack(Int)
    case strip(Int)
    /// Inserts that others have taken over from, or an alignment line.
    case inserts(Int)
    case tap(Int)
    case clip(Int)
    /// A survey that was made; ``Engine/takeSurvey(_:)`` has it.
    case survey(Int)
}

/// A report from the audio thread to the controlling thread.
public enum EngineReport: BitwiseCopyable, Sendable {
    /// The audio thread does not use this any more.
    ///
    /// For items, the report about their end says that as well: see ``loan``.
    case returned(EngineLoan)
    /// The item with this number began at an engine frame.
    case began(item: Int, frame: Int64)
    /// The item with this number fades out from an engine frame on: a frame of its own, after which it
    /// has so many left.
    ///
    /// The next one begins there; this one is reported as ended when it has faded out.
    case fading(item: Int, frame: Int64, position: Int64, remaining: Int64)
    /// The item with this number was played to its end, at an engine frame; it is returned.
    case ended(item: Int, frame: Int64)
    /// The item with this number was halted at a frame of its own; it is returned.
    case halted(item: Int, position: Int64)
    /// The item was replaced, or never began; it is returned.
    case replaced(item: Int)
    /// The item with this number did not begin, since its rack had left; it is returned.
    case refused(item: Int)
    /// The rack with this number has taken over from the one that played, at an engine frame.
    case rackReplaced(rack: Int, frame: Int64)
    /// The rack with this number was to take over at a position, but what was to play on it ended
    /// before: it has not been installed.
    case rackReturned(rack: Int)
    /// A clip that is played by command has begun at an engine frame.
    case clipBegan(clip: Int, frame: Int64)
    /// A clip that is played by command has ended at an engine frame: it was played to its end, stopped,
    /// or replaced by another; perhaps it waits to begin again.
    case clipEnded(clip: Int, frame: Int64, isWaiting: Bool)
    /// A clip that waited to begin does not.
    case clipDropped(clip: Int)
    /// A preset was selected on a live input, from 0, that its fonts lack.
    case substituted
    /// A plugin was bypassed: ``Engine/takePluginFaults()`` has it.
    case pluginBypassed
    /// The last item's tail is over; the engine renders nothing any more.
    case finished(frame: Int64)

    /// The loan that it ends; `nil` for none.
    public var loan: EngineLoan? {
        switch self {
        case .returned(let loan): loan
        case .ended(let item, _), .halted(let item, _), .replaced(let item), .refused(let item):
            .item(item)
        // A rack that was not installed may be used by an item that follows.
        case .began, .fading, .rackReplaced, .rackReturned, .substituted, .finished, .clipBegan,
            .clipDropped, .clipEnded, .pluginBypassed:
            nil
        }
    }
}
