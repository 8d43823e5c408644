import Testing

@testable import Scope

@Suite("A series of values")
struct TimeSeriesTests {
    private struct Highest: Mergeable, Hashable {
        var value: Int

        mutating func merge(_ other: Highest) { value = max(value, other.value) }
    }

    @Test("of a whole sound shows all values, however many")
    func all() {
        var series = TimeSeries<Highest>(.all, limit: 8)
        #expect(series.columns(3) == [nil, nil, nil])
        for value in 1...1_001 {
            series.append(Highest(value: value))
            let columns = series.columns(4).compactMap { $0?.value }
            #expect(columns.count == 4 && columns == columns.sorted())
            #expect(columns.last == value)
        }
        #expect(series.count == 1_001)
    }

    @Test("of the last values moves without changing its columns")
    func recent() {
        var series = TimeSeries<Highest>(.recent, limit: 100)
        for value in 1...95 { series.append(Highest(value: value)) }
        var shown = series.columns(10, last: 50)
        #expect(shown.span == 50)
        #expect(shown.columns.map { $0?.value } == stride(from: 50, through: 95, by: 5).map { $0 })
        series.append(Highest(value: 96))
        shown = series.columns(10, last: 50)
        #expect(
            shown.columns.map { $0?.value } == Array(stride(from: 55, through: 95, by: 5)) + [96]
        )
        for value in 97...1_000 { series.append(Highest(value: value)) }
        #expect(series.columns(10, last: 10).columns.map { $0?.value } == Array(991...1_000))
        #expect(series.columns(4, last: 2).columns.map { $0?.value } == [999, 999, 1_000, 1_000])
    }

    @Test("of few values stands at the right")
    func few() {
        var series = TimeSeries<Highest>(.recent, limit: 100)
        series.append(Highest(value: 1))
        #expect(series.columns(4, last: 4).columns == [nil, nil, nil, Highest(value: 1)])
        #expect(series.columns(2, last: 8).columns == [nil, Highest(value: 1)])
    }
}
