/// The order in which people sort names: `2.mid` before `10.mid`, and `a` beside `A`.
package enum NaturalOrder {
    package static func isBefore(_ first: String, _ second: String) -> Bool {
        let (left, right) = (pieces(first), pieces(second))
        for (a, b) in zip(left, right) where a != b { return isBefore(a, b) }
        return left.count == right.count ? first < second : left.count < right.count
    }

    private enum Piece: Equatable {
        case number(digits: String)
        case text(String)
    }

    private static func isBefore(_ first: Piece, _ second: Piece) -> Bool {
        switch (first, second) {
        case (.number(let a), .number(let b)): a.count == b.count ? a < b : a.count < b.count
        case (.text(let a), .text(let b)): a < b
        case (.number, .text): true
        case (.text, .number): false
        }
    }

    private static func pieces(_ name: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = name.lowercased()[...]
        while let first = rest.first {
            let isNumber = isDigit(first)
            let end = rest.firstIndex { isDigit($0) != isNumber } ?? rest.endIndex
            let piece = String(rest[..<end])
            pieces.append(
                isNumber ? .number(digits: String(piece.drop { $0 == "0" })) : .text(piece)
            )
            rest = rest[end...]
        }
        return pieces
    }

    private static func isDigit(_ character: Character) -> Bool {
        ("0"..."9").contains(character)
    }
}
