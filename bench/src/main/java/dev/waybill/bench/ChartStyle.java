package dev.waybill.bench;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.Axis;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.LogarithmicAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.Plot;
import org.jfree.chart.renderer.category.AbstractCategoryItemRenderer;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.LineAndShapeRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.chart.text.TextUtils;
import org.jfree.data.category.CategoryDataset;
import org.jspecify.annotations.Nullable;

/// The style of charts. The light background is part of the image, so the colors also work on dark
/// pages.
final class ChartStyle {

  private static final int WIDTH = 760;
  private static final int HEIGHT = 440;
  private static final Color PAPER = new Color(0xFBFBF9);
  private static final Color INK = new Color(0x24292F);
  private static final Color LINES = new Color(0xD8DBDF);
  private static final Font PLAIN = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
  private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 15);

  /// Distinguishable for color-blind readers.
  private static final List<Color> COLOURS =
      List.of(new Color(0x0072B2), new Color(0x7A7A7A), new Color(0xD55E00), new Color(0x009E73));

  static {
    // Otherwise letters are drawn as shapes, which makes files ten times as large.
    TextUtils.setUseDrawRotatedStringWorkaround(false);
  }

  private final JFreeChart chart;

  private ChartStyle(String title, Plot plot) {
    chart = new JFreeChart(title, TITLE, plot, true);
    chart.setBackgroundPaint(PAPER);
    chart.getTitle().setPaint(INK);
    chart.getLegend().setBackgroundPaint(PAPER);
    chart.getLegend().setItemPaint(INK);
    chart.getLegend().setItemFont(PLAIN);
    chart.getLegend().setFrame(org.jfree.chart.block.BlockBorder.NONE);
    plot.setBackgroundPaint(PAPER);
    plot.setOutlineVisible(false);
  }

  /// Lines through the settings, evenly spaced, in the order they were added.
  static ChartStyle lines(
      String title, String across, ValueAxis up, CategoryDataset lines, List<String> subjects) {
    LineAndShapeRenderer renderer = new LineAndShapeRenderer();
    for (int i = 0; i < lines.getRowCount(); i++) {
      renderer.setSeriesStroke(i, new BasicStroke(2));
      renderer.setSeriesShape(i, new Ellipse2D.Double(-3.5, -3.5, 7, 7));
    }
    return new ChartStyle(title, plot(lines, across, up, renderer, subjects));
  }

  static ChartStyle bars(String title, ValueAxis up, CategoryDataset bars, List<String> subjects) {
    BarRenderer renderer = new BarRenderer();
    renderer.setBarPainter(new StandardBarPainter());
    renderer.setShadowVisible(false);
    renderer.setItemMargin(0.05);
    renderer.setBase(up.getLowerBound());
    return new ChartStyle(title, plot(bars, null, up, renderer, subjects));
  }

  /// The color of a subject depends on its position in the whole report, even if a subject is
  /// missing here.
  private static CategoryPlot plot(
      CategoryDataset data,
      @Nullable String across,
      ValueAxis up,
      AbstractCategoryItemRenderer renderer,
      List<String> subjects) {
    for (int i = 0; i < data.getRowCount(); i++) {
      int index = subjects.indexOf(data.getRowKey(i).toString());
      renderer.setSeriesPaint(i, COLOURS.get(index % COLOURS.size()));
    }
    CategoryPlot plot = new CategoryPlot(data, new CategoryAxis(across), up, renderer);
    plot.setRangeGridlinePaint(LINES);
    dress(plot.getDomainAxis());
    dress(up);
    return plot;
  }

  /// Whole decades around the values.
  static ValueAxis logarithmic(String label, double least, double most) {
    LogarithmicAxis axis = new LogarithmicAxis(label);
    axis.setRange(decade(Math.floor(Math.log10(least))), decade(Math.ceil(Math.log10(most))));
    axis.setNumberFormatOverride(new DecimalFormat("#,##0.###"));
    return axis;
  }

  private static double decade(double exponent) {
    return Math.pow(10, exponent);
  }

  static ValueAxis linear(String label) {
    NumberAxis axis = new NumberAxis(label);
    axis.setNumberFormatOverride(new DecimalFormat("#,##0"));
    return axis;
  }

  private static void dress(Axis axis) {
    axis.setLabelFont(PLAIN);
    axis.setLabelPaint(INK);
    axis.setTickLabelFont(PLAIN);
    axis.setTickLabelPaint(INK);
    axis.setAxisLinePaint(INK);
    axis.setTickMarkPaint(INK);
  }

  void save(Path file) {
    VectorGraphics2D canvas = new VectorGraphics2D();
    chart.draw(canvas, new Rectangle2D.Double(0, 0, WIDTH, HEIGHT));
    try (OutputStream out = Files.newOutputStream(file)) {
      new SVGProcessor()
          .getDocument(canvas.getCommands(), new PageSize(0, 0, WIDTH, HEIGHT))
          .writeTo(out);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
