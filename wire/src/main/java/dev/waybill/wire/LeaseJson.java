package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.SPAN;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.required;

import dev.waybill.Job;
import dev.waybill.Lease;
import dev.waybill.TaskToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

public final class LeaseJson {

  public static final Shape SHAPE =
      Shape.of(
          "Lease",
          "One job, handed to one worker.",
          required("token", TEXT, "The right to this attempt; keep it secret."),
          required("hold", SPAN, "How long the lease lasts from now."),
          required("job", new Shape.Part(JobJson.SHAPE), "The job."));

  private static final Shape BESIDE = SHAPE.requiring("token", "job");

  private LeaseJson() {}

  public static Lease read(JsonIn in) {
    Found found = new Found(null);
    in.object(SHAPE, field -> found.read(in, field));
    return found.lease();
  }

  /// Reads what [#writeBrief] wrote, or a list of whole leases.
  public static List<Lease> readBrief(JsonIn in) {
    List<Lease> leases = new ArrayList<>();
    in.list(
        Integer.MAX_VALUE,
        () -> leases.add(leases.isEmpty() ? read(in) : readBeside(in, leases.getFirst())));
    return leases;
  }

  private static Lease readBeside(JsonIn in, Lease first) {
    Found found = new Found(first);
    in.object(BESIDE, field -> found.read(in, field));
    return found.lease();
  }

  public static void write(JsonOut out, Lease lease) {
    out.text("token", lease.token().value());
    out.span("hold", lease.hold());
    out.object("job", fields -> JobJson.write(fields, lease.job()));
  }

  /// A list in which all but the first leave out what is as in the first.
  public static void writeBrief(JsonOut out, String name, List<Lease> leases) {
    out.objects(
        name,
        leases,
        (fields, lease) -> {
          if (lease.token().equals(leases.getFirst().token())) {
            write(fields, lease);
          } else {
            writeBeside(fields, lease, leases.getFirst());
          }
        });
  }

  private static void writeBeside(JsonOut out, Lease lease, Lease first) {
    out.text("token", lease.token().value());
    out.span("hold", lease.hold().equals(first.hold()) ? null : lease.hold());
    out.object("job", fields -> JobJson.writeBeside(fields, lease.job(), first.job()));
  }

  /// What was read of a lease so far.
  private static final class Found {
    private final @Nullable Lease first;
    private String token = "";
    private Duration hold;
    private @Nullable Job job;

    Found(@Nullable Lease first) {
      this.first = first;
      this.hold = first == null ? Duration.ZERO : first.hold();
    }

    void read(JsonIn in, String field) {
      switch (field) {
        case "token" -> token = in.text();
        case "hold" -> hold = in.span();
        case "job" -> job = first == null ? JobJson.read(in) : JobJson.readBeside(in, first.job());
        default -> throw in.unread(field);
      }
    }

    Lease lease() {
      return new Lease(Objects.requireNonNull(job), new TaskToken(token), hold);
    }
  }
}
