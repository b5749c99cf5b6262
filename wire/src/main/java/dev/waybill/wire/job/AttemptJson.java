package dev.waybill.wire.job;

import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.Attempt;
import dev.waybill.Failure;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.ListJson;
import dev.waybill.wire.json.Slot;
import java.time.Instant;
import java.util.List;

public final class AttemptJson {

  private static final Fields<Attempt> FIELDS = Fields.of("Attempt", "One lease of a job.");
  private static final Slot.Count NUMBER =
      FIELDS.count("number", Attempt::number, "Number of the attempt, from 1.");
  private static final Slot.Of<String> WORKER =
      FIELDS.text("worker", Attempt::worker, "Name of the worker.");
  private static final Slot.Of<Instant> STARTED_AT =
      FIELDS.required("started_at", TIME, Attempt::startedAt, "When the lease began.");
  private static final Slot.Maybe<Instant> ENDED_AT =
      FIELDS.optional("ended_at", TIME, Attempt::endedAt, "When it ended; absent while it runs.");
  private static final Slot.Maybe<Attempt.Ending> ENDING =
      FIELDS.optional("ending", word(Attempt.Ending.class), Attempt::ending, "How it ended.");
  private static final Slot.Maybe<Failure> FAILURE =
      FIELDS.optional("failure", FailureJson.DOCUMENT, Attempt::failure, "Why the attempt failed.");

  public static final Document<Attempt> DOCUMENT =
      FIELDS.make(
          in ->
              new Attempt(
                  in.get(NUMBER),
                  in.get(WORKER),
                  in.get(STARTED_AT),
                  in.get(ENDED_AT),
                  in.get(ENDING),
                  in.get(FAILURE)));

  public static final Document<List<Attempt>> LIST =
      ListJson.of(
          "Attempts",
          "Every attempt of a job, oldest first.",
          "items",
          DOCUMENT,
          Integer.MAX_VALUE);

  private AttemptJson() {}
}
