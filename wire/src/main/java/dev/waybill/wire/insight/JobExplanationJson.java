package dev.waybill.wire.insight;

import static dev.waybill.wire.json.Codecs.JOB_ID;
import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.list;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.State;
import dev.waybill.insight.JobExplanation;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;

public final class JobExplanationJson {

  public static final Document<JobExplanation> DOCUMENT = document();

  private JobExplanationJson() {}

  private static Document<JobExplanation> document() {
    Fields<JobExplanation> fields = Fields.of("JobExplanation", "Why a job is where it is.");
    var id = fields.required("job_id", JOB_ID, JobExplanation::id, "ID of the job.");
    var state = fields.required("state", word(State.class), JobExplanation::state, "Its state.");
    var summary = fields.text("summary", JobExplanation::summary, "One sentence.");
    var reasons =
        fields.required(
            "reasons",
            list(TEXT, Integer.MAX_VALUE),
            JobExplanation::reasons,
            "What led to it, in order.");
    var next = fields.text("next", JobExplanation::next, "What happens next, or what to do.");
    return fields.make(
        in ->
            new JobExplanation(
                in.get(id), in.get(state), in.get(summary), in.get(reasons), in.get(next)));
  }
}
