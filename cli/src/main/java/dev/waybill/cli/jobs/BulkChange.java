package dev.waybill.cli.jobs;

import dev.waybill.JobFilter;
import dev.waybill.QueueStats;
import dev.waybill.Waybill;
import dev.waybill.cli.output.Output;
import dev.waybill.cli.output.ProgressBar;
import dev.waybill.result.BulkResult;
import dev.waybill.wire.job.BulkResultJson;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;

/// Changes all matching jobs, shows the progress and prints the counts.
///
/// @param done the participle for a changed job, such as `redriven`
/// @param left counts the jobs of a queue that are still to be changed
public record BulkChange(
    String done,
    BiFunction<Waybill, JobFilter, BulkResult> change,
    ToLongFunction<QueueStats> left) {

  static final BulkChange REDRIVE =
      new BulkChange("redriven", Waybill::redriveAll, QueueStats::dead);
  public static final BulkChange PURGE =
      new BulkChange("cancelled", Waybill::cancelAll, queue -> queue.waiting() + queue.scheduled());

  public void run(Waybill waybill, JobFilter filter, Output output) {
    BulkResult result =
        ProgressBar.during(
            output, () -> left(waybill, filter), () -> change.apply(waybill, filter));
    if (output.json()) {
      output.wire(BulkResultJson.DOCUMENT, result);
    } else {
      output.line(result.changed() + " " + done + ", " + result.skipped() + " skipped");
    }
  }

  private long left(Waybill waybill, JobFilter filter) {
    return waybill.stats().stream()
        .filter(queue -> filter.queue() == null || queue.queue().equals(filter.queue()))
        .mapToLong(left)
        .sum();
  }
}
