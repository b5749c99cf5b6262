package dev.waybill.documents.diagram;

import java.util.List;
import java.util.stream.IntStream;

/// Places boxes by forces: all repel each other, and edges attract. It begins with a spiral and
/// takes a fixed number of steps, so that the result is always the same.
final class TermLayout {

  private static final int STEPS = 400;
  private static final double DISTANCE = 100;
  private static final double GAP = 14;

  /// A turn of this many radians spreads points evenly.
  private static final double GOLDEN_ANGLE = 2.399963229728653;

  private final List<Size> sizes;
  private final double[] x;
  private final double[] y;

  record Size(double width, double height) {}

  record Box(double left, double top, double width, double height) {

    double middleX() {
      return left + width / 2;
    }

    double middleY() {
      return top + height / 2;
    }
  }

  TermLayout(List<Size> sizes, List<TermGraph.Edge> edges) {
    this.sizes = sizes;
    this.x = new double[sizes.size()];
    this.y = new double[sizes.size()];
    for (int i = 0; i < x.length; i++) {
      double radius = DISTANCE * 0.6 * StrictMath.sqrt(i);
      x[i] = radius * StrictMath.cos(i * GOLDEN_ANGLE);
      y[i] = radius * StrictMath.sin(i * GOLDEN_ANGLE);
    }
    for (int left = STEPS; left > 0; left--) {
      move(edges, 30.0 * left / STEPS);
    }
    int step = 0;
    while (separate() && step < STEPS) {
      step++;
    }
  }

  private void move(List<TermGraph.Edge> edges, double farthest) {
    double[] forceX = new double[x.length];
    double[] forceY = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      forceX[i] -= x[i] * 0.08;
      forceY[i] -= y[i] * 0.12;
      for (int j = 0; j < x.length; j++) {
        double distance = distance(i, j);
        double force = i == j ? 0 : DISTANCE * DISTANCE / (distance * distance);
        forceX[i] += force * (x[i] - x[j]);
        forceY[i] += force * (y[i] - y[j]);
      }
    }
    for (TermGraph.Edge edge : edges) {
      attract(edge.first(), edge.second(), forceX, forceY);
      attract(edge.second(), edge.first(), forceX, forceY);
    }
    for (int i = 0; i < x.length; i++) {
      double length = Math.max(1e-9, StrictMath.hypot(forceX[i], forceY[i]));
      double way = Math.min(length, farthest);
      x[i] += forceX[i] / length * way;
      y[i] += forceY[i] / length * way;
    }
  }

  private void attract(int i, int to, double[] forceX, double[] forceY) {
    double force = distance(i, to) / DISTANCE;
    forceX[i] += force * (x[to] - x[i]);
    forceY[i] += force * (y[to] - y[i]);
  }

  private double distance(int i, int j) {
    return Math.max(1, StrictMath.hypot(x[i] - x[j], y[i] - y[j]));
  }

  /// Moves boxes that overlap apart, along the shorter way; false if there are none.
  private boolean separate() {
    boolean moved = false;
    for (int i = 0; i < x.length; i++) {
      for (int j = i + 1; j < x.length; j++) {
        double overX =
            (sizes.get(i).width() + sizes.get(j).width()) / 2 + GAP - Math.abs(x[i] - x[j]);
        double overY =
            (sizes.get(i).height() + sizes.get(j).height()) / 2 + GAP - Math.abs(y[i] - y[j]);
        if (overX > 0.01 && overY > 0.01) {
          moved = true;
          if (overX < overY) {
            apart(x, i, j, overX);
          } else {
            apart(y, i, j, overY);
          }
        }
      }
    }
    return moved;
  }

  private static void apart(double[] at, int i, int j, double by) {
    double direction = at[i] < at[j] ? 1 : -1;
    at[i] -= direction * by / 2;
    at[j] += direction * by / 2;
  }

  Box box(int i, double margin) {
    Size size = sizes.get(i);
    return new Box(
        x[i] - size.width() / 2 - left() + margin,
        y[i] - size.height() / 2 - top() + margin,
        size.width(),
        size.height());
  }

  double width() {
    return all().mapToDouble(i -> x[i] + sizes.get(i).width() / 2).max().orElse(0) - left();
  }

  double height() {
    return all().mapToDouble(i -> y[i] + sizes.get(i).height() / 2).max().orElse(0) - top();
  }

  private double left() {
    return all().mapToDouble(i -> x[i] - sizes.get(i).width() / 2).min().orElse(0);
  }

  private double top() {
    return all().mapToDouble(i -> y[i] - sizes.get(i).height() / 2).min().orElse(0);
  }

  private IntStream all() {
    return IntStream.range(0, x.length);
  }
}
