package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.SPAN;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.required;

import dev.waybill.Job;
import dev.waybill.Lease;
import dev.waybill.TaskToken;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

public final class LeaseJson {

  public static final Shape SHAPE =
      Shape.of(
          "Lease",
          "One job, handed to one worker.",
          required("token", TEXT, "The right to this attempt; keep it secret."),
          required("hold", SPAN, "How long the lease lasts from now."),
          required("job", new Shape.Part(JobJson.SHAPE), "The job."));

  private LeaseJson() {}

  public static Lease read(JsonIn in) {
    var found =
        new Object() {
          String token = "";
          Duration hold = Duration.ZERO;
          @Nullable Job job;
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "token" -> found.token = in.text();
            case "hold" -> found.hold = in.span();
            case "job" -> found.job = JobJson.read(in);
            default -> throw in.unread(field);
          }
        });
    Job job = java.util.Objects.requireNonNull(found.job, "the shape requires it");
    return new Lease(job, new TaskToken(found.token), found.hold);
  }

  public static void write(JsonOut out, Lease lease) {
    out.text("token", lease.token().value());
    out.span("hold", lease.hold());
    out.object("job", fields -> JobJson.write(fields, lease.job()));
  }
}
