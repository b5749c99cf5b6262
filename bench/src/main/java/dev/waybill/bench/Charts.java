package dev.waybill.bench;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/// Draws what can be seen better than read. The background is light and part of the picture, so
/// the colours hold on dark pages, too.
final class Charts {

  private static final int WIDTH = 760;
  private static final int HEIGHT = 440;
  private static final Color PAPER = new Color(0xFBFBF9);
  private static final Color INK = new Color(0x24292F);
  private static final Color LINES = new Color(0xD8DBDF);

  /// Told apart by people who see few colours, too.
  private static final List<Color> COLOURS =
      List.of(new Color(0x0072B2), new Color(0x7A7A7A), new Color(0xD55E00), new Color(0x009E73));

  private final Report report;
  private final Path folder;

  private Charts(Report report, Path folder) {
    this.report = report;
    this.folder = folder;
  }

  /// Leaves out a chart whose measure was not taken.
  static void draw(Report report, Path folder) {
    Charts charts = new Charts(report, folder);
    charts.lines("enqueue-callers", "Enqueue by concurrent callers", EnqueueMeasure.BY_CALLERS);
    charts.lines("enqueue-bulk", "Enqueue in bulk", EnqueueMeasure.IN_BULK);
    charts.latency();
    charts.drain();
  }

  private void lines(String name, String title, String measure) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle(measure.substring(measure.indexOf(' ') + 1))
            .yAxisTitle("jobs per second")
            .build();
    for (String subject : report.subjects()) {
      List<Figure> points = figures(measure, subject);
      if (!points.isEmpty()) {
        XYSeries series =
            chart.addSeries(
                subject,
                points.stream().map(point -> number(point.setting())).toList(),
                points.stream().map(Figure::median).toList());
        colour(series, subject);
      }
    }
    chart.getStyler().setXAxisLogarithmic(true);
    chart.getStyler().setYAxisLogarithmic(true);
    save(name, chart, chart.getSeriesCollection().isEmpty(), chart.getStyler());
  }

  private void latency() {
    CategoryChart chart =
        bars("Enqueue to start at " + Plan.LATENCY_RATE + " jobs a second", "milliseconds");
    for (String subject : report.subjects()) {
      addBars(chart, subject, figures(LatencyMeasure.LATENCY, subject));
    }
    chart.getStyler().setYAxisLogarithmic(true);
    chart.getStyler().setYAxisMin(decadeBelow(LatencyMeasure.LATENCY));
    save("latency", chart, chart.getSeriesCollection().isEmpty(), chart.getStyler());
  }

  /// Bars need a foot, and on a logarithmic axis that cannot be zero.
  private double decadeBelow(String measure) {
    double least =
        report.results().all().stream()
            .filter(figure -> figure.measure().equals(measure))
            .mapToDouble(Figure::median)
            .min()
            .orElse(1);
    return Math.pow(10, Math.floor(Math.log10(least)));
  }

  private void drain() {
    CategoryChart chart = bars("Drain beside other stored jobs", "jobs per second");
    for (String subject : report.subjects()) {
      List<Figure> figures = figures(DrainMeasure.DRAIN, subject);
      if (figures.size() > 1) {
        addBars(chart, subject, figures.stream().map(Charts::shortened).toList());
      }
    }
    save("drain-stored", chart, chart.getSeriesCollection().isEmpty(), chart.getStyler());
  }

  /// Subjects that store different numbers share a place in the chart.
  private static Figure shortened(Figure figure) {
    String setting = figure.setting();
    String place = setting.substring(setting.lastIndexOf(' ') + 1);
    String name = place.equals("stored") ? "empty" : "many " + place;
    return new Figure(figure.measure(), name, figure.subject(), figure.unit(), figure.samples());
  }

  private static CategoryChart bars(String title, String unit) {
    return new CategoryChartBuilder()
        .width(WIDTH)
        .height(HEIGHT)
        .title(title)
        .yAxisTitle(unit)
        .build();
  }

  private void addBars(CategoryChart chart, String subject, List<Figure> figures) {
    if (!figures.isEmpty()) {
      chart
          .addSeries(
              subject,
              figures.stream().map(Figure::setting).toList(),
              figures.stream().map(Figure::median).toList())
          .setFillColor(colour(subject));
    }
  }

  private void colour(XYSeries series, String subject) {
    series.setLineColor(colour(subject));
    series.setMarkerColor(colour(subject));
    series.setMarker(SeriesMarkers.CIRCLE);
    series.setLineStyle(new BasicStroke(2));
  }

  private Color colour(String subject) {
    return COLOURS.get(report.subjects().indexOf(subject) % COLOURS.size());
  }

  private List<Figure> figures(String measure, String subject) {
    List<Figure> found = new ArrayList<>(report.results().all());
    found.removeIf(
        figure -> !figure.measure().equals(measure) || !figure.subject().equals(subject));
    return found;
  }

  private static double number(String setting) {
    return Double.parseDouble(setting.replace(",", ""));
  }

  private void save(String name, Chart<?, ?> chart, boolean empty, AxesChartStyler styler) {
    if (empty) {
      return;
    }
    dress(styler);
    try {
      ChartEncoder.saveChart(chart, folder.resolve(name + ".svg").toString(), "svg");
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static void dress(AxesChartStyler styler) {
    styler.setChartBackgroundColor(PAPER);
    styler.setPlotBackgroundColor(PAPER);
    styler.setLegendBackgroundColor(PAPER);
    styler.setChartFontColor(INK);
    styler.setAxisTickLabelsColor(INK);
    styler.setAxisTickMarksColor(INK);
    styler.setPlotGridLinesColor(LINES);
    styler.setPlotBorderVisible(false);
    styler.setDecimalPattern("#,##0.##");
    styler.setLegendBorderColor(PAPER);
    styler.setLegendPosition(LegendPosition.OutsideE);
    styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 15));
    styler.setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
    styler.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
  }
}
