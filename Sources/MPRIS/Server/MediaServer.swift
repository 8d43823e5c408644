import CEpoll
import Glibc
import Platform
import Synchronization

/// A player on the session bus, which media keys, the desktop's player widget and `playerctl` control
/// (MPRIS 2.2).
///
/// A thread of its own has the connection: neither a bus that hangs nor one that ends holds up the
/// player. The player tells its state; the server compares it with the last one and emits the signals.
package final class MediaServer: Sendable {
    /// An event of the connection, for a log.
    package enum Report: Hashable, Sendable {
        /// The player can be seen under this name.
        case connected(name: String)
        /// There is no connection, for this reason.
        case refused(String)
        /// The connection has ended, for this reason.
        case lost(String)
    }

    private let inbox: MediaInbox
    private let thread: SystemThread

    /// Whether the environment names a session bus; without one there is no use in a server.
    package static var isPossible: Bool { BusConnection.isExpected }

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - description: The properties that do not change.
    ///   - state: The state at first.
    ///   - owner: The player.
    ///   - onReport: Called on the server's thread.
    /// - Throws: The system's error if it has no descriptor or thread to give.
    package init(
        _ description: MediaDescription,
        _ state: MediaState,
        of owner: any MediaOwner,
        onReport: @escaping @Sendable (Report) -> Void
    ) throws(MediaFailure) {
        do throws(BusError) {
            inbox = try MediaInbox()
        } catch {
            throw MediaFailure(.failed, "\(error)")
        }
        let inbox = inbox
        inbox.put { $0.state = state }
        do throws(SystemThread.StartError) {
            thread = try SystemThread("seqd-mpris") {
                MediaService.run(description, owner, inbox, onReport)
            }
        } catch {
            throw MediaFailure(.failed, "\(error)")
        }
    }

    /// Takes the state of the player; any thread.
    package func update(_ state: MediaState) {
        inbox.put { $0.state = state }
    }

    /// Closes the connection, and waits for the thread; once.
    package func end() {
        inbox.put { $0.isEnding = true }
        thread.join()
    }
}
