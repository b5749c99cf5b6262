package dev.waybill.bench.postgres;

import dev.waybill.bench.Plan;
import java.time.Duration;

/// A job queue on an empty database of its own, which is dropped on close.
interface Racer extends AutoCloseable {

  /// Enqueued jobs per second.
  double enqueueRate(Plan plan, int callers, int batch);

  /// Enqueues this many jobs and returns how many per second then started.
  double drainRate(int jobs);

  /// From enqueue to start at 50 jobs a second.
  Latency latency(int jobs);

  /// Enqueues in bulk at this rate and works at the same time.
  Steady steady(int rate, Duration time);

  @Override
  void close();

  /// @param p50 in milliseconds, as is p99
  record Latency(double p50, double p99) {}

  /// What happened in the second half of the time.
  ///
  /// @param rate jobs started per second
  /// @param p99 from enqueue to start, in milliseconds
  record Steady(double rate, double p99) {}
}
