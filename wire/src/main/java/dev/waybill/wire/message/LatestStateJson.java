package dev.waybill.wire.message;

import static dev.waybill.wire.json.Codecs.TIME;

import dev.waybill.message.LatestState;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.time.Instant;

public final class LatestStateJson {

  private static final Fields<LatestState> FIELDS =
      Fields.of("LatestState", "The latest state; it never goes back within an attempt.");
  private static final Slot.Of<String> STATE =
      FIELDS.text("state", LatestState::state, "Name of the state.");
  private static final Slot.Count RANK =
      FIELDS.count("rank", LatestState::rank, "Events of a lower rank do not change the state.");
  private static final Slot.Whole VERSION =
      FIELDS.whole("version", LatestState::version, "How often the state has changed.");
  private static final Slot.Of<Instant> AT =
      FIELDS.required("at", TIME, LatestState::at, "When the event happened that led to it.");

  public static final Document<LatestState> DOCUMENT =
      FIELDS.make(in -> new LatestState(in.get(STATE), in.get(RANK), in.get(VERSION), in.get(AT)));

  private LatestStateJson() {}
}
