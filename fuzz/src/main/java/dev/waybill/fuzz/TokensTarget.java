package dev.waybill.fuzz;

import dev.waybill.JobFilter;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.TaskToken;
import dev.waybill.Waybill;
import dev.waybill.result.Refused;
import java.util.List;

/// Task tokens and page cursors as a store receives them: the first part selects the call. A token
/// that was not issued must be rejected.
final class TokensTarget implements FuzzTarget {

  private static final int JOBS = 3;

  private enum Call {
    LIST,
    SETTLE,
    EXTEND,
    PUBLISH
  }

  private final Waybill waybill = Stores.temporary();

  TokensTarget() {
    for (int i = 0; i < JOBS; i++) {
      waybill.enqueue(NewJob.of("fuzz", "{}"));
    }
    waybill.lease(LeaseRequest.of(NewJob.DEFAULT_QUEUE, "fuzz"));
  }

  @Override
  public void accept(byte[] input) {
    List<byte[]> parts = Input.parts(input, 2);
    String text = Input.text(parts.get(1));
    TaskToken token = new TaskToken(text);
    switch (Input.choice(parts.get(0), List.of(Call.values()))) {
      case LIST -> waybill.list(JobFilter.ALL, new Page.Request(1, text));
      case SETTLE -> requireRefused(waybill.settle(token, Outcome.done()));
      case EXTEND -> requireRefused(waybill.extend(List.of(token), null).getFirst());
      case PUBLISH -> requireRefused(waybill.publish(token, List.of(NewEvent.of(0, "fuzz", "{}"))));
    }
  }

  private static void requireRefused(Object answer) {
    if (!(answer instanceof Refused)) {
      throw new IllegalStateException("a token that was not issued is accepted: " + answer);
    }
  }
}
