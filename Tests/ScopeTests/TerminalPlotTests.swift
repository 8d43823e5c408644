import Testing

@testable import Scope

@Suite("A drawing on a terminal")
struct TerminalPlotTests {
    private func rows(_ plot: TerminalPlot) -> [String] {
        plot.rows.map { String($0.map(\.character)) }
    }

    @Test("has axes with round numbers, and curves of dots")
    func axes() {
        var plot = Plot(
            horizontal: PlotAxis("ms", .linear(0, 20)),
            vertical: PlotAxis("dB", .linear(-4, 0))
        )
        plot.traces = [PlotTrace(.first, "now", [Plot.Point(0, 0), Plot.Point(1, 1)])]
        let drawing = TerminalPlot(plot, columns: 36, rows: 7, .few)
        #expect(
            rows(drawing) == [
                "  dB                             now",
                "      0┤······················⢀⣀⠤⠔⠒⠉",
                "       │                 ⣀⡠⠤⠒⠉⠁     ",
                "     -2┤···········⣀⡠⠤⠒⠊⠉···········",
                "       │     ⢀⣀⠤⠒⠊⠉                 ",
                "     -4┤⣀⠤⠔⠒⠉⠁······················",
                "        0            10           ms",
            ],
            "\(rows(drawing).joined(separator: "\n"))"
        )
    }

    @Test("is square in dots where both axes have one scale")
    func square() {
        let dots = TerminalPlot.dots(columns: 80, rows: 22, isSquare: true)
        #expect(dots.width == 80 && dots.height == 80)
        #expect(TerminalPlot.dots(columns: 80, rows: 22) == (144, 80))
        #expect(TerminalPlot.dots(columns: 10, rows: 3) == (0, 0))
    }

    @Test("shows intensities as colours of half cells, or as shades")
    func grid() {
        var plot = Plot(
            horizontal: PlotAxis("time", .time(0, 1)),
            vertical: PlotAxis("Hz", .frequency)
        )
        var grid = PlotGrid(columns: 10, rows: 4, .heat)
        for column in 0..<10 { grid.values[30 + column] = 1 }
        plot.grid = grid
        let coloured = TerminalPlot(plot, columns: 18, rows: 4, .palette)
        #expect(coloured.rows[1][9] == TerminalCell("▀", .halves(231, 16)))
        #expect(coloured.rows[2][9] == TerminalCell("▀", .halves(16, 16)))
        let shaded = TerminalPlot(plot, columns: 18, rows: 4, .few)
        #expect(shaded.rows[1][9].character == "▒" && shaded.rows[2][9].character == " ")
    }

    @Test("shows many points as shades, and few points as they are")
    func points() {
        /// The number of dots of a drawing of 16 by 16.
        func dots(_ value: Float, rows: Int) -> Int {
            var plot = Plot(
                horizontal: PlotAxis("right", .linear(-1, 1)),
                vertical: PlotAxis("left", .linear(-1, 1))
            )
            plot.isSquare = true
            var grid = PlotGrid(columns: 64, rows: 64, .ink)
            for index in 0..<64 * rows { grid.values[index] = value }
            plot.grid = grid
            return TerminalPlot(plot, columns: 16, rows: 6, .few).rows.joined().reduce(0) {
                let pattern = Int($1.character.unicodeScalars.first?.value ?? 0) - 0x2800
                return $0 + ((0...255).contains(pattern) ? pattern.nonzeroBitCount : 0)
            }
        }
        #expect(dots(1, rows: 64) == 256)
        #expect(dots(0.5, rows: 64) == 128)
        #expect(dots(0.3, rows: 64) == 80)
        // A line of the weakest points is a line.
        #expect(dots(0.3, rows: 4) == 16)
        #expect(dots(0, rows: 64) == 0)
    }

    @Test("fits every window", arguments: [0, 1, 7, 15, 16, 80, 300])
    func sizes(columns: Int) {
        for rows in [0, 1, 2, 4, 24, 90] {
            for kind in [false, true] {
                var view: any ScopeView =
                    kind ? Lissajous(rate: 8_000, .live) : SpectrumAnalyzer(rate: 8_000, .live)
                view.add(ScopeSignal.sine(500, rate: 8_000))
                let dots = TerminalPlot.dots(columns: columns, rows: rows, isSquare: kind)
                let plot = view.plot(width: max(dots.width, 1), height: max(dots.height, 1))
                let drawing = TerminalPlot(plot, columns: columns, rows: rows, .palette)
                #expect(drawing.rows.count == rows)
                #expect(drawing.rows.allSatisfy { $0.count == columns })
            }
        }
    }
}
