import FlyingSocks
import Foundation
import Synchronization

/// Counts the large answers that are on their way, so that browsers that take them slowly hold little
/// memory.
final class LargeAnswers: Sendable {
    private let count = Mutex(0)

    /// The size above which an answer is a large one, in bytes.
    static let size = 1 << 20
    /// The most large answers at a time.
    private static let limit = 8

    /// A place for one answer, which is free again when nothing has it any more.
    final class Place: Sendable {
        private let answers: LargeAnswers

        fileprivate init(of answers: LargeAnswers) {
            self.answers = answers
        }

        deinit {
            answers.count.withLock { $0 -= 1 }
        }
    }

    /// Takes a place; `nil` if there is none.
    func place() -> Place? {
        let isFree = count.withLock { count in
            guard count < Self.limit else { return false }
            count += 1
            return true
        }
        return isFree ? Place(of: self) : nil
    }
}

/// The bytes of a large answer, with its place.
struct LargeBody: AsyncBufferedSequence {
    typealias Element = UInt8

    let data: Data
    let place: LargeAnswers.Place

    /// Hands out the bytes piece by piece, without a copy.
    struct AsyncIterator: AsyncBufferedIteratorProtocol {
        fileprivate let body: LargeBody
        private var index: Data.Index

        fileprivate init(_ body: LargeBody) {
            self.body = body
            index = body.data.startIndex
        }

        mutating func next() async throws -> UInt8? {
            try await nextBuffer(suggested: 1)?.first
        }

        mutating func nextBuffer(suggested count: Int) async throws -> Data? {
            let rest = body.data[index...]
            guard !rest.isEmpty else { return nil }
            let piece = rest.prefix(count)
            index = piece.endIndex
            return piece
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
