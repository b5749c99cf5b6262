package dev.waybill.cli.jobs;

import dev.waybill.Attempt;
import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.cli.output.Output;
import dev.waybill.wire.job.AttemptJson;
import dev.waybill.wire.job.JobJson;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import java.util.List;

/// A job with its attempts, as `jobs show` and `dead show` print it.
record JobHistory(Job job, List<Attempt> attempts) {

  static final Document<JobHistory> DOCUMENT = document();

  static JobHistory of(Waybill waybill, JobId id) {
    return new JobHistory(
        waybill.find(id).orElseThrow(() -> new WaybillException(Code.NOT_FOUND, "no job " + id)),
        waybill.attempts(id));
  }

  void print(Output output) {
    new JobDetails(job, output.colors()).fields().forEach(output::line);
    if (!attempts.isEmpty()) {
      output.section("attempts", JobDetails.attempts(attempts).lines(output.colors()));
    }
  }

  private static Document<JobHistory> document() {
    Fields<JobHistory> fields = Fields.of("JobHistory", "A job with its attempts.");
    var job = fields.include(JobJson.DOCUMENT, JobHistory::job);
    var attempts =
        fields.required(
            "attempts",
            Codecs.list(AttemptJson.DOCUMENT, Integer.MAX_VALUE),
            JobHistory::attempts,
            "Its attempts, in order.");
    return fields.make(in -> new JobHistory(in.get(job), in.get(attempts)));
  }
}
