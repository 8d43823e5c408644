/// Reads MIDI as it comes from a wire: bytes in reads of any length, messages out.
///
/// Any split of the stream into reads gives the same messages. Nothing is refused: bytes that
/// belong to no message are skipped. Source: MIDI 1.0 Detailed Specification 4.2, pages 4–6 (kinds
/// of bytes, running status) and appendix A-1 (a receiver's flow).
///
/// ```swift
/// var position = 0
/// while let event = stream.next(in: bytes, from: &position) {
///     switch event {
///     case .message(let message): play(message)
///     case .exclusive(let piece) where piece.isWhole: act(on: stream.exclusiveBytes)
///     case .exclusive: break
///     }
/// }
/// ```
///
/// One thread at a time. It allocates when it is made and frees when it goes, never in between.
@safe
public struct MIDIByteStream: ~Copyable, @unchecked Sendable {
    /// The length of a piece of a System Exclusive message, in bytes.
    public let exclusiveCapacity: Int

    private let exclusive: UnsafeMutablePointer<UInt8>
    private var exclusiveCount = 0
    /// The length of the last piece, in bytes.
    private var pieceCount = 0
    private var isInExclusive = false
    /// Whether no piece of the open message has been handed out yet.
    private var isFirstPiece = true
    /// The status that data bytes belong to; 0 for none.
    private var status: UInt8 = 0
    private var data1: UInt8 = 0
    private var hasData1 = false

    /// Makes a reader that waits for a status.
    ///
    /// - Parameter exclusiveCapacity: The largest length of a piece of a System Exclusive message,
    ///   in bytes, at least 1. The messages that ``SystemExclusive`` knows have 10.
    public init(exclusiveCapacity: Int = 512) {
        precondition(exclusiveCapacity > 0, "a piece has a byte at least")
        self.exclusiveCapacity = exclusiveCapacity
        unsafe exclusive = .allocate(capacity: exclusiveCapacity)
        unsafe exclusive.initialize(repeating: 0, count: exclusiveCapacity)
    }

    deinit {
        unsafe exclusive.deallocate()
    }

    /// The bytes of the piece that was handed out last, without F0 and F7.
    public var exclusiveBytes: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            let bytes = unsafe Span(_unsafeStart: exclusive, count: pieceCount)
            return unsafe _overrideLifetime(bytes, borrowing: self)
        }
    }

    /// Reads on to the next event.
    ///
    /// Safe on the audio thread.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that have arrived, any number.
    ///   - position: The index of the next byte to read; 0 at first, moved past the bytes that are
    ///     read.
    /// - Returns: The event; `nil` when all the bytes are read.
    @_noLocks
    public mutating func next(
        in bytes: Span<UInt8>,
        from position: inout Int
    ) -> Event? {
        while position < bytes.count {
            let byte = bytes[position]
            if isInExclusive, let piece = pieceBefore(byte) { return .exclusive(piece) }
            position += 1
            if let event = take(byte) { return event }
        }
        return nil
    }

    /// Ends the stream, as when the cable is pulled: a half message and the running status are
    /// forgotten.
    ///
    /// Later bytes belong to a new stream. Safe on the audio thread.
    ///
    /// - Returns: The rest of an open System Exclusive message, as cut.
    @_noLocks
    public mutating func end() -> Event? {
        status = 0
        hasData1 = false
        return isInExclusive ? .exclusive(endExclusive(.cut)) : nil
    }

    /// A byte that ends no piece before it.
    @_noLocks
    private mutating func take(_ byte: UInt8) -> Event? {
        switch byte {
        case 0x00...0x7F:
            guard isInExclusive else { return takeData(byte) }
            unsafe exclusive[exclusiveCount] = byte
            exclusiveCount += 1
            return nil
        case 0xF9, 0xFD:
            // Undefined.
            return nil
        case 0xF8...0xFF:
            // Real-time messages may come between the bytes of another message, which continues
            // after them.
            return .message(MIDIMessage(byte, 0, 0))
        default:
            return takeStatus(byte)
        }
    }

    // MARK: Messages

    /// A status byte other than a real-time message's.
    @_noLocks
    private mutating func takeStatus(_ byte: UInt8) -> Event? {
        hasData1 = false
        // System messages end the running status, the undefined 0xF4 and 0xF5 too: the data bytes
        // after those are passed over.
        status = 0
        switch byte {
        case 0xF0:
            isInExclusive = true
        case 0xF4, 0xF5:
            break
        case 0xF6:
            return .message(MIDIMessage(byte, 0, 0))
        case 0xF7:
            if isInExclusive { return .exclusive(endExclusive(.complete)) }
        default:
            status = byte
        }
        return nil
    }

    /// A data byte outside System Exclusive.
    @_noLocks
    private mutating func takeData(_ byte: UInt8) -> Event? {
        let message: MIDIMessage
        switch status {
        case 0:
            return nil
        case 0xC0...0xDF, 0xF1, 0xF3:
            message = MIDIMessage(status, byte, 0)
        default:
            guard hasData1 else {
                data1 = byte
                hasData1 = true
                return nil
            }
            message = MIDIMessage(status, data1, byte)
        }
        hasData1 = false
        // Only channel messages have a running status.
        if status >= 0xF0 { status = 0 }
        return .message(message)
    }

    // MARK: System Exclusive

    /// The piece of the open message that has to be handed out before this byte is read.
    @_noLocks
    private mutating func pieceBefore(_ byte: UInt8) -> ExclusivePiece? {
        switch byte {
        case 0x00...0x7F:
            // Not as soon as the buffer is full: a message of just that length is whole.
            exclusiveCount == exclusiveCapacity ? handOut(.open) : nil
        case 0xF7...0xFF:
            nil
        default:
            endExclusive(.cut)
        }
    }

    @_noLocks
    private mutating func endExclusive(_ ending: ExclusivePiece.Ending) -> ExclusivePiece {
        let piece = handOut(ending)
        isInExclusive = false
        isFirstPiece = true
        return piece
    }

    @_noLocks
    private mutating func handOut(_ ending: ExclusivePiece.Ending) -> ExclusivePiece {
        let piece = ExclusivePiece(isFirst: isFirstPiece, ending: ending)
        pieceCount = exclusiveCount
        exclusiveCount = 0
        isFirstPiece = false
        return piece
    }
}

extension MIDIMessage {
    /// The same as ``init(status:data1:data2:)``; a function without the annotation cannot be
    /// called from another file of its module if locks are ruled out.
    @_noLocks
    fileprivate init(_ status: UInt8, _ data1: UInt8, _ data2: UInt8) {
        bits = UInt32(status) | UInt32(data1) << 8 | UInt32(data2) << 16
    }
}
