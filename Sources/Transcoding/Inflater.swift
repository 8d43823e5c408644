import CZlib

/// One use of zlib: packed bytes in, plain ones out.
@safe
struct Inflater: ~Copyable {
    /// zlib keeps a pointer to it, so it may not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private let form: Form
    private let limit: Int
    private var output: [UInt8] = []

    /// The forms of packed bytes.
    enum Form: String {
        /// Members with a header and a checksum (RFC 1952).
        case gzip
        /// One stream with two bytes before it (RFC 1950).
        case zlib
    }

    /// The number of bytes that are decompressed at a time.
    private static let piece = 1 << 18
    /// zlib counts its input in 32 bits.
    private static let longestInput = 1 << 30

    init(_ form: Form, limit: Int) throws(TranscodingError) {
        self.form = form
        self.limit = max(0, limit)
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let result =
            switch form {
            case .gzip: unsafe seqd_zlib_begin_gzip(stream)
            case .zlib: unsafe seqd_zlib_begin_zlib(stream)
            }
        guard result == Z_OK else {
            // `deinit` follows, and a stream that never began may be ended.
            throw Self.outOfMemory(form)
        }
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    mutating func inflate(_ bytes: [UInt8]) throws(TranscodingError) -> [UInt8] {
        // zlib takes a pointer to bytes that it may change, and does not.
        var input = bytes
        var failure: TranscodingError?
        unsafe input.withUnsafeMutableBufferPointer { input in
            do throws(TranscodingError) {
                try unsafe inflate(input)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return output
    }

    private mutating func inflate(
        _ input: UnsafeMutableBufferPointer<UInt8>
    ) throws(TranscodingError) {
        var taken = 0
        while true {
            let member = taken
            taken = try unsafe inflateMember(input, from: member)
            guard form == .gzip else { return }
            let rest = unsafe input[taken...]
            guard unsafe rest.count >= 2, unsafe rest[taken] == 0x1F, unsafe rest[taken + 1] == 0x8B
            else { return }
            unsafe inflateReset(stream)
        }
    }

    /// Decompresses a member; returns its end.
    private mutating func inflateMember(
        _ input: UnsafeMutableBufferPointer<UInt8>,
        from start: Int
    ) throws(TranscodingError) -> Int {
        var taken = start
        let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Self.piece)
        defer { unsafe room.deallocate() }
        while true {
            let given = min(input.count - taken, Self.longestInput)
            unsafe stream.pointee.next_in = input.baseAddress.map { unsafe $0 + taken }
            unsafe stream.pointee.avail_in = UInt32(given)
            unsafe stream.pointee.next_out = room.baseAddress
            unsafe stream.pointee.avail_out = UInt32(room.count)
            let result = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
            unsafe taken += given - Int(stream.pointee.avail_in)
            let made = unsafe room.count - Int(stream.pointee.avail_out)
            guard output.count + made <= limit else {
                throw TranscodingError(
                    .tooLarge,
                    "\(form.rawValue): more than \(limit) bytes when decompressed, which is the limit"
                )
            }
            unsafe output.append(contentsOf: room[..<made])
            switch result {
            case Z_STREAM_END: return taken
            case Z_OK where made > 0 || taken < input.count: continue
            // No progress is possible: the input is at its end.
            case Z_OK, Z_BUF_ERROR:
                throw TranscodingError(
                    .cutShort,
                    offset: taken,
                    "\(form.rawValue): truncated: the file ends here"
                )
            case Z_MEM_ERROR:
                throw Self.outOfMemory(form)
            default:
                throw TranscodingError(
                    .damaged,
                    offset: taken,
                    "\(form.rawValue): corrupt data: \(reason)"
                )
            }
        }
    }

    private static func outOfMemory(_ form: Form) -> TranscodingError {
        TranscodingError(.noResources, "out of memory while decompressing \(form.rawValue)")
    }

    /// zlib's words for its last failure.
    private var reason: String {
        unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "unknown reason"
    }
}
