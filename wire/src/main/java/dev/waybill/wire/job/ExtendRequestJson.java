package dev.waybill.wire.job;

import static dev.waybill.wire.json.Codecs.SPAN;
import static dev.waybill.wire.json.Codecs.TOKEN;
import static dev.waybill.wire.json.Codecs.list;

import dev.waybill.TaskToken;
import dev.waybill.settings.Limits;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Leases to extend.
///
/// @param leaseDuration how long from now, or null for the default of the queue
public record ExtendRequestJson(List<TaskToken> tokens, @Nullable Duration leaseDuration) {

  private static final Fields<ExtendRequestJson> FIELDS = Fields.of("Extend", "Leases to extend.");
  private static final Slot.Of<List<TaskToken>> TOKENS =
      FIELDS.required(
          "tokens",
          list(TOKEN, Limits.LEASES_PER_CALL),
          ExtendRequestJson::tokens,
          "Tokens of the leases.");
  private static final Slot.Maybe<Duration> LEASE_DURATION =
      FIELDS.optional(
          "lease_duration",
          SPAN,
          ExtendRequestJson::leaseDuration,
          "How long from now; default is that of the queue, else PT30S.");

  public static final Document<ExtendRequestJson> DOCUMENT =
      FIELDS.make(in -> new ExtendRequestJson(in.get(TOKENS), in.get(LEASE_DURATION)));

  public ExtendRequestJson {
    tokens = List.copyOf(tokens);
  }
}
