package dev.waybill.backend.embedded.live;

import dev.waybill.Failure;
import dev.waybill.JobText;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.spi.Draft;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import dev.waybill.spi.Step;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Upper bounds for the size of values in the log. A character takes at most three bytes.
public final class Weights {

  private static final int FIXED = 256;

  private Weights() {}

  public static int draft(Draft draft) {
    NewJob job = draft.job();
    int text =
        length(draft.key().tenant())
            + length(job.queue())
            + length(job.type())
            + Stream.of(JobText.values()).mapToInt(one -> length(one.of(job))).sum();
    int tags = job.tags().stream().mapToInt(tag -> length(tag) + 2).sum();
    return FIXED + text + tags + payload(job.payload());
  }

  public static int step(Step step) {
    return FIXED + Limits.WORKER + payload(step.result()) + failure(step.failure());
  }

  public static int event(NewEvent event) {
    return FIXED + length(event.type()) + payload(event.data());
  }

  public static int fact(Fact fact) {
    return key(fact.key()) + length(fact.type()) + length(fact.state()) + payload(fact.data());
  }

  public static int key(LedgerKey key) {
    return FIXED + length(key.tenant()) + length(key.kind()) + length(key.id());
  }

  private static int failure(@Nullable Failure failure) {
    return failure == null
        ? 0
        : length(failure.errorClass()) + length(failure.message()) + length(failure.stack());
  }

  private static int payload(@Nullable Payload payload) {
    if (payload == null) {
      return 0;
    }
    return payload.blob() == null ? (int) payload.size() : length(payload.blob());
  }

  private static int length(@Nullable String text) {
    return text == null ? 0 : 3 * text.length() + 5;
  }

  private static final class Limits {
    private static final int WORKER = 3 * 2 * dev.waybill.settings.Limits.NAME_LENGTH;
  }
}
