import CYAML
import Wording

/// A node of a YAML document (YAML 1.1, by libyaml).
struct YAMLNode {
    /// The content of a node, by its kind.
    enum Content {
        /// A text; plain ones have no quotation marks.
        case scalar(String, isPlain: Bool)
        case sequence([YAMLNode])
        /// Keys and values, in the order of the text.
        case mapping([(key: YAMLNode, value: YAMLNode)])
    }

    /// The start of a node, from 1; columns count characters.
    struct Position {
        var line: Int
        var column: Int
    }

    let content: Content
    let position: Position

    /// The text of a scalar; `nil` for other nodes, and for nothing.
    ///
    /// The word `null` is a text: ALSA has a device of that name.
    var text: String? {
        guard case .scalar(let text, let isPlain) = content else { return nil }
        return isPlain && ["", "~"].contains(text) ? nil : text
    }

    /// Whether it is a scalar without a text.
    var isNothing: Bool {
        guard case .scalar = content else { return false }
        return text == nil
    }
}

/// The reason why a text is not one document of YAML, and its position.
struct YAMLError: Error {
    let problem: String
    let position: YAMLNode.Position
}

extension YAMLNode {
    /// Levels of nodes in nodes; aliases can nest a node in itself.
    private static let deepest = 32
    /// Nodes of a document; aliases can repeat nodes without end.
    private static let most = 100_000

    /// Reads a text of at most one document.
    ///
    /// - Parameter text: The text.
    /// - Returns: Its node; `nil` where it has none.
    /// - Throws: The first fault.
    static func read(_ text: String) throws(YAMLError) -> YAMLNode? {
        var parser = unsafe yaml_parser_t()
        var document = unsafe yaml_document_t()
        var text = text
        let isRead = text.withUTF8 { bytes in
            unsafe seqd_yaml_load(&parser, &document, bytes.baseAddress, bytes.count)
        }
        defer { unsafe yaml_parser_delete(&parser) }
        guard isRead == 1 else { throw unsafe error(of: parser) }
        defer { unsafe yaml_document_delete(&document) }
        guard let root = unsafe yaml_document_get_root_node(&document) else { return nil }
        try unsafe checkEnd(of: &parser)
        var left = most
        return try unsafe node(root, &document, depth: 0, &left)
    }

    /// Checks that no other document follows.
    private static func checkEnd(of parser: inout yaml_parser_t) throws(YAMLError) {
        var document = unsafe yaml_document_t()
        guard unsafe yaml_parser_load(&parser, &document) == 1 else {
            throw unsafe error(of: parser)
        }
        defer { unsafe yaml_document_delete(&document) }
        guard unsafe yaml_document_get_root_node(&document) == nil else {
            throw unsafe YAMLError(
                problem: "a second document; expected one",
                position: position(document.start_mark)
            )
        }
    }

    private static func error(of parser: yaml_parser_t) -> YAMLError {
        let problem = unsafe parser.problem.map { unsafe String(cString: $0) } ?? "no memory"
        let mark = unsafe parser.problem_mark
        return YAMLError(problem: "not YAML: \(problem)", position: position(mark))
    }

    private static func position(_ mark: yaml_mark_t) -> Position {
        Position(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }

    private static func node(
        _ pointer: UnsafeMutablePointer<yaml_node_t>,
        _ document: UnsafeMutablePointer<yaml_document_t>,
        depth: Int,
        _ left: inout Int
    ) throws(YAMLError) -> YAMLNode {
        let position = unsafe position(pointer.pointee.start_mark)
        left -= 1
        guard depth < deepest, left > 0 else {
            throw YAMLError(problem: "nested too deeply, or too large", position: position)
        }
        func node(_ index: yaml_node_item_t) throws(YAMLError) -> YAMLNode {
            guard let child = unsafe yaml_document_get_node(document, index) else {
                throw YAMLError(problem: "a node is missing", position: position)
            }
            return try unsafe Self.node(child, document, depth: depth + 1, &left)
        }
        switch unsafe pointer.pointee.type {
        case YAML_SCALAR_NODE:
            let scalar = unsafe pointer.pointee.data.scalar
            let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
            let text = unsafe String(decoding: bytes, as: UTF8.self)
            return YAMLNode(content: .scalar(text, isPlain: isPlain), position: position)
        case YAML_SEQUENCE_NODE:
            let items = unsafe pointer.pointee.data.sequence.items
            var nodes: [YAMLNode] = []
            let count = unsafe items.start.distance(to: items.top)
            for index in 0..<count { nodes.append(try node(unsafe items.start[index])) }
            return YAMLNode(content: .sequence(nodes), position: position)
        default:
            let pairs = unsafe pointer.pointee.data.mapping.pairs
            var nodes: [(YAMLNode, YAMLNode)] = []
            let count = unsafe pairs.start.distance(to: pairs.top)
            for index in 0..<count {
                let key = try node(unsafe pairs.start[index].key)
                nodes.append((key, try node(unsafe pairs.start[index].value)))
            }
            return YAMLNode(content: .mapping(nodes), position: position)
        }
    }
}
