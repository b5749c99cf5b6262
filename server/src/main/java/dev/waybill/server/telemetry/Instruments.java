package dev.waybill.server.telemetry;

import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import java.util.List;
import java.util.function.Consumer;

/// Creates counters, histograms and gauges.
record Instruments(Meter meter) {

  /// From a millisecond to most of an hour, for calls and jobs.
  private static final List<Double> SECONDS =
      List.of(
          .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1.0, 2.5, 5.0, 10.0, 60.0, 600.0, 3600.0);

  LongCounter counter(Metric metric) {
    return meter
        .counterBuilder(metric.id)
        .setUnit(metric.unit)
        .setDescription(metric.meaning)
        .build();
  }

  DoubleHistogram histogram(Metric metric) {
    return meter
        .histogramBuilder(metric.id)
        .setUnit(metric.unit)
        .setDescription(metric.meaning)
        .setExplicitBucketBoundariesAdvice(SECONDS)
        .build();
  }

  void gauge(Metric metric, Consumer<ObservableLongMeasurement> read) {
    meter
        .gaugeBuilder(metric.id)
        .ofLongs()
        .setUnit(metric.unit)
        .setDescription(metric.meaning)
        .buildWithCallback(read);
  }

  void decimalGauge(Metric metric, Consumer<ObservableDoubleMeasurement> read) {
    meter
        .gaugeBuilder(metric.id)
        .setUnit(metric.unit)
        .setDescription(metric.meaning)
        .buildWithCallback(read);
  }

  void upDown(Metric metric, Consumer<ObservableLongMeasurement> read) {
    meter
        .upDownCounterBuilder(metric.id)
        .setUnit(metric.unit)
        .setDescription(metric.meaning)
        .buildWithCallback(read);
  }

  void observedCounter(Metric metric, Consumer<ObservableLongMeasurement> read) {
    meter
        .counterBuilder(metric.id)
        .setUnit(metric.unit)
        .setDescription(metric.meaning)
        .buildWithCallback(read);
  }

  static double seconds(long nanos) {
    return nanos / 1e9;
  }
}
