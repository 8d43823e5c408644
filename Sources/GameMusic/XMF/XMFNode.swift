/// A node of an XMF file's tree: a folder with nodes, or a file with a resource.
///
/// Sources: Specification for XMF Meta File Format 1.0 (RP-030) and 2.00 (RP-043), XMF Compression
/// Definition for zlib (RP-040), all of the MIDI Manufacturers Association.
struct XMFNode {
    /// Where the content is.
    enum Reference: Equatable {
        /// In the node, from an offset on.
        case inline(Int)
        /// Elsewhere in the file, from an offset on.
        case resource(Int)
        /// In another node, which begins at an offset.
        case node(Int)
        /// In another file.
        case external
    }

    /// The compression of the content.
    enum Packing: Equatable {
        case none
        case zlib
        case unknown
    }

    /// The offset behind the node.
    let end: Int
    /// Whether this is a folder.
    let isFolder: Bool
    let reference: Reference
    let packing: Packing

    /// Reads the node at an offset; `nil` for what cannot be one.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - position: Where the node begins.
    ///   - limit: Where the node that it is in ends.
    init?(_ bytes: [UInt8], at position: Int, limit: Int) {
        guard position < limit else { return nil }
        var cursor = ByteCursor(bytes, position..<limit)
        guard let length = cursor.quantity(), let itemCount = cursor.quantity(),
            let headerLength = cursor.quantity(), let metadataLength = cursor.quantity(),
            cursor.next(metadataLength) != nil, let unpackersLength = cursor.quantity(),
            let unpackers = cursor.next(unpackersLength)
        else { return nil }
        // The content has a length of its own; what it begins with follows the header.
        guard length > 0, headerLength >= cursor.position - position, headerLength < length,
            position + headerLength < limit
        else { return nil }
        packing = Self.packing(bytes, unpackers.startIndex..<unpackers.endIndex)
        cursor.seek(position + headerLength)
        guard let type = cursor.quantity() else { return nil }
        switch type {
        case 1: reference = .inline(cursor.position)
        case 2:
            guard let offset = cursor.quantity() else { return nil }
            reference = .resource(offset)
        case 3:
            guard let offset = cursor.quantity() else { return nil }
            reference = .node(offset)
        default: reference = .external
        }
        end = min(position + length, limit)
        isFolder = itemCount > 0
    }

    private static func packing(_ bytes: [UInt8], _ range: Range<Int>) -> Packing {
        guard !range.isEmpty else { return .none }
        var cursor = ByteCursor(bytes, range)
        // A standard unpacker, 0, of the number 1, and the size of what comes out.
        guard cursor.quantity() == 0, let number = cursor.quantity(),
            cursor.quantity() != nil, cursor.count == 0
        else { return .unknown }
        switch number {
        case 0: return .none
        case 1: return .zlib
        default: return .unknown
        }
    }
}
