import CommandSupport
import Playback
import Racks
import SamplerHost
import TerminalUI

/// Other instruments while a piece plays.
extension Player {
    /// The question before the line that is typed.
    static let instrumentQuestion = "instrument, such as 4=Violin"

    /// Starts typing a part and its preset.
    func beginInstrument() {
        guard piece != nil, !isLoading else { return }
        guard view.isShown else {
            view.say("no view to type the instrument in")
            return
        }
        typed = TypedLine()
    }

    /// Takes a key of the line that is typed.
    func type(_ key: Key) {
        if key == .control("l") { return view.redraw() }
        switch typed?.press(key) {
        case .entered(let text)?:
            typed = nil
            setInstrument(text)
        case .cancelled?:
            typed = nil
            view.say("instrument unchanged")
        case .typing?, nil: break
        }
    }

    /// Gives a part another preset, from now on and in the pieces that follow.
    private func setInstrument(_ text: String) {
        guard let piece else { return }
        var rack = loader.rack
        do throws(RoutingSyntaxError) {
            let program = try ProgramArgument(parsing: text)
            switch program.part.source {
            case .input, .socket: throw RoutingSyntaxError("\(text): expected a part of the file")
            case .all, .track, .trackName, .port, .deviceName, .inputName: break
            }
            rack.programs.removeAll {
                $0.source == program.part.source && $0.channels == program.part.channels
            }
            try rack.add([program])
        } catch {
            view.say(error.description)
            return
        }
        use(rack, for: piece)
        view.say(text)
    }

    /// Has a piece play on the samplers of a rack, once they are made, and the pieces that follow.
    private func use(_ rack: RackSettings, for piece: LoadedPiece) {
        loader.use(rack)
        loader.makeSamplers(of: rack, for: piece)
        // The next piece was loaded with the old rack.
        playback.withdrawFollowing()
        order.forgetFollowing()
    }

    /// Gives a version of the piece, which was loaded before, the instruments chosen since.
    func keepInstruments(of version: LoadedPiece) {
        let rack = loader.rack
        guard let programs = version.piece.rack?.programs, programs != rack.programs else { return }
        loader.makeSamplers(of: rack, for: version)
    }

    /// Plays on the samplers that were made for other instruments.
    func takeSamplers() {
        // A paused engine takes none, and another piece may be about to play.
        guard !isPaused, !isLoading else { return }
        for samplers in loader.takeSamplers() {
            // Of several changes the last one counts, and another piece has its own.
            guard samplers.rack == loader.rack, samplers.piece === piece else {
                if case .success(let rack) = samplers.made { loader.release([rack]) }
                continue
            }
            do throws(CommandFailure) {
                try use(samplers.made.get(), of: samplers.rack)
            } catch {
                // Further pieces could not be played with it either.
                if let old = piece?.piece.rack {
                    var rack = loader.rack
                    rack.programs = old.programs
                    loader.use(rack)
                }
                view.say(error.description)
            }
        }
    }

    private func use(_ samplers: SamplerRack, of rack: RackSettings) throws(CommandFailure) {
        let isDone = try CommandFailure.catching { () throws(PlaybackError) in
            try playback.setRack(rack, on: samplers, isLast: isLast)
        }
        guard isDone, let piece = playback.piece else {
            loader.release([samplers])
            throw CommandFailure(.busy, "no samplers free for other instruments")
        }
        order.replaceCurrent(with: piece)
        view.change(to: piece)
        let name = piece.piece.name
        for finding in piece.piece.routed?.findings ?? [] {
            guard case .unmatchedProgram(let part) = finding else { continue }
            view.say("\(part): no such part in \(name)")
        }
        prepareFollowing()
    }
}
