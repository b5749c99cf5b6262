package dev.waybill.bench;

import dev.waybill.bench.measure.DrainMeasure;
import dev.waybill.bench.measure.EnqueueMeasure;
import dev.waybill.bench.measure.LatencyMeasure;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.data.Range;
import org.jfree.data.category.CategoryDataset;
import org.jfree.data.category.DefaultCategoryDataset;
import org.jfree.data.general.DatasetUtils;

/// Draws the charts of a report.
final class Charts {

  private final List<String> subjects;
  private final Results results;
  private final Path folder;

  private Charts(List<String> subjects, Results results, Path folder) {
    this.subjects = subjects;
    this.results = results;
    this.folder = folder;
  }

  /// Skips charts without figures.
  static void draw(List<String> subjects, Results results, Path folder) {
    Charts charts = new Charts(subjects, results, folder);
    charts.lines(
        "enqueue-callers",
        "Enqueue by concurrent callers",
        "concurrent callers",
        EnqueueMeasure.BY_CALLERS);
    charts.lines("enqueue-bulk", "Enqueue in bulk", "jobs per call", EnqueueMeasure.IN_BULK);
    charts.latency();
    charts.drain();
  }

  private void lines(String name, String title, String across, String measure) {
    DefaultCategoryDataset lines = dataset(measure, Figure::setting);
    if (lines.getRowCount() > 0) {
      ValueAxis up = logarithmic("jobs per second", lines);
      ChartStyle.lines(title, across, up, lines, subjects).save(folder.resolve(name + ".svg"));
    }
  }

  private void latency() {
    DefaultCategoryDataset bars = dataset(LatencyMeasure.LATENCY, Figure::setting);
    if (bars.getRowCount() > 0) {
      String title = "Enqueue to start at " + Plan.LATENCY_RATE + " jobs a second";
      ChartStyle.bars(title, logarithmic("milliseconds", bars), bars, subjects)
          .save(folder.resolve("latency.svg"));
    }
  }

  private void drain() {
    DefaultCategoryDataset bars = dataset(DrainMeasure.DRAIN, Charts::category);
    if (bars.getColumnCount() > 1) {
      ValueAxis up = ChartStyle.linear("jobs per second");
      ChartStyle.bars("Drain beside other stored jobs", up, bars, subjects)
          .save(folder.resolve("drain-stored.svg"));
    }
  }

  private DefaultCategoryDataset dataset(String measure, Function<Figure, String> category) {
    DefaultCategoryDataset data = new DefaultCategoryDataset();
    for (Figure figure : results.all()) {
      if (figure.measure().equals(measure)) {
        data.addValue(figure.median(), figure.subject(), category.apply(figure));
      }
    }
    return data;
  }

  private static ValueAxis logarithmic(String label, CategoryDataset data) {
    Range values = DatasetUtils.findRangeBounds(data, false);
    return ChartStyle.logarithmic(label, values.getLowerBound(), values.getUpperBound());
  }

  /// Subjects that store different numbers of jobs share a position in the chart.
  private static String category(Figure figure) {
    String last = figure.setting().substring(figure.setting().lastIndexOf(' ') + 1);
    return last.equals("stored") ? "empty" : "many " + last;
  }
}
