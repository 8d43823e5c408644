/// Watches the frames that a browser sends through a WebSocket (RFC 6455), as they pass.
///
/// The library behind it takes frames of any size into memory. The gate stops what is larger, or
/// not a frame of a browser, before it gets there.
package struct FrameGate: Sendable {
    /// The most bytes of a message, as of a line of the daemon.
    package static let messageLimit = 65_536

    /// The reason for which a connection ends, as the code of a close frame.
    package enum Violation: UInt16, Error, Hashable, Sendable {
        /// A frame that is not masked, or has bits and opcodes that mean nothing here.
        case malformed = 1_002
        /// A message that is not text.
        case notText = 1_003
        /// A message above the limit.
        case tooLarge = 1_009
    }

    private var header: [UInt8] = []
    /// The bytes of the present frame that have not passed.
    private var left = 0
    /// The bytes of the present message, over all its frames.
    private var message = 0
    private var isInMessage = false

    /// Makes a gate before the first frame.
    package init() {}

    /// The part of some bytes that may pass.
    package struct Passage: Hashable, Sendable {
        /// The bytes; a header passes when it is complete.
        package var bytes: [UInt8] = []
        /// The number of frames that begin in them.
        package var frames = 0
        /// The violation at which they end, if there is one: nothing may follow it.
        package var violation: Violation?
    }

    /// Takes bytes on their way.
    ///
    /// - Parameter bytes: The bytes that have arrived.
    /// - Returns: What may pass.
    package mutating func take(_ bytes: [UInt8]) -> Passage {
        var passage = Passage()
        var rest = bytes[...]
        while !rest.isEmpty {
            if left > 0 {
                let count = min(left, rest.count)
                passage.bytes += rest.prefix(count)
                left -= count
                rest = rest.dropFirst(count)
                continue
            }
            if let byte = rest.popFirst() { header.append(byte) }
            do throws(Violation) {
                guard try readHeader() else { continue }
            } catch {
                passage.violation = error
                return passage
            }
            passage.bytes += header
            passage.frames += 1
            header = []
        }
        return passage
    }

    /// Reads a header.
    ///
    /// - Returns: Whether it is complete.
    private mutating func readHeader() throws(Violation) -> Bool {
        let first = header[0]
        let opcode = first & 0x0F
        guard first & 0x70 == 0, [0, 1, 2, 8, 9, 10].contains(opcode) else { throw .malformed }
        guard opcode != 2 else { throw .notText }
        guard header.count >= 2 else { return false }
        // Browsers mask all of them.
        guard header[1] & 0x80 != 0 else { throw .malformed }
        let isControl = opcode >= 8
        let short = Int(header[1] & 0x7F)
        // Control frames are short and whole.
        guard !isControl || short <= 125 && first & 0x80 != 0 else { throw .malformed }
        let extended = short == 126 ? 2 : short == 127 ? 8 : 0
        guard header.count >= 2 + extended + 4 else { return false }
        var length = UInt64(short)
        if extended > 0 {
            length = header[2..<2 + extended].reduce(0) { $0 << 8 | UInt64($1) }
        }
        if !isControl {
            guard isInMessage == (opcode == 0) else { throw .malformed }
            guard length <= UInt64(Self.messageLimit - message) else { throw .tooLarge }
            message += Int(length)
            isInMessage = first & 0x80 == 0
            if !isInMessage { message = 0 }
        }
        left = Int(length)
        return true
    }

    /// A frame of a browser that closes the connection for a reason.
    package static func close(_ violation: Violation) -> [UInt8] {
        // A mask of zeros leaves the code as it is.
        [0x88, 0x82, 0, 0, 0, 0, UInt8(violation.rawValue >> 8), UInt8(violation.rawValue & 0xFF)]
    }
}
