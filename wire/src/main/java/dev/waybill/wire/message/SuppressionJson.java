package dev.waybill.wire.message;

import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.Page;
import dev.waybill.message.NewSuppression;
import dev.waybill.message.Suppression;
import dev.waybill.message.Suppression.Reason;
import dev.waybill.result.Refused;
import dev.waybill.result.Suppressed;
import dev.waybill.result.SuppressionResult;
import dev.waybill.settings.Limits;
import dev.waybill.wire.job.RefusedJson;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.ListJson;
import dev.waybill.wire.json.PageJson;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.json.Values;
import java.time.Instant;
import java.util.List;

public final class SuppressionJson {

  private static final String UNTIL = "When messages are sent again; absent for never.";

  /// A recipient on a channel.
  public record Recipient(String channel, String recipient) {}

  private static final Fields<Recipient> RECIPIENT_FIELDS =
      Fields.of("MessageRecipient", "A recipient on a channel.");
  private static final Slot.Of<String> CHANNEL =
      RECIPIENT_FIELDS.text("channel", Recipient::channel, "Such as `email`.");
  private static final Slot.Of<String> ADDRESS =
      RECIPIENT_FIELDS.text("recipient", Recipient::recipient, "Address on that channel.");

  public static final Document<Recipient> RECIPIENT =
      RECIPIENT_FIELDS.make(in -> new Recipient(in.get(CHANNEL), in.get(ADDRESS)));

  private static final Fields<NewSuppression> NEW_FIELDS =
      Fields.of("NewSuppression", "A recipient to suppress.");
  private static final Slot.Included<Recipient> NEW_RECIPIENT =
      NEW_FIELDS.include(RECIPIENT, one -> new Recipient(one.channel(), one.recipient()));
  private static final Slot.Of<Reason> NEW_REASON =
      NEW_FIELDS.or(
          Reason.MANUAL, "reason", word(Reason.class), NewSuppression::reason, "Default `manual`.");
  private static final Slot.Maybe<Instant> NEW_UNTIL =
      NEW_FIELDS.optional("expires_at", TIME, NewSuppression::expiresAt, UNTIL);

  public static final Document<NewSuppression> NEW =
      NEW_FIELDS.make(
          in -> {
            Recipient to = in.get(NEW_RECIPIENT);
            return new NewSuppression(
                to.channel(), to.recipient(), in.get(NEW_REASON), in.get(NEW_UNTIL));
          });

  public static final Document<List<NewSuppression>> NEW_LIST =
      ListJson.of(
          "NewSuppressions",
          "Recipients to suppress.",
          "suppressions",
          NEW,
          Limits.SUPPRESSIONS_PER_CALL);

  private static final Fields<Suppression> FIELDS =
      Fields.of("Suppression", "A recipient that gets no messages on a channel.");
  private static final Slot.Included<Recipient> TO =
      FIELDS.include(RECIPIENT, one -> new Recipient(one.channel(), one.recipient()));
  private static final Slot.Of<Reason> REASON =
      FIELDS.required("reason", word(Reason.class), Suppression::reason, "Why.");
  private static final Slot.Of<Instant> CREATED_AT =
      FIELDS.required("created_at", TIME, Suppression::createdAt, "Since when.");
  private static final Slot.Maybe<Instant> EXPIRES_AT =
      FIELDS.optional("expires_at", TIME, Suppression::expiresAt, UNTIL);

  public static final Document<Suppression> DOCUMENT =
      FIELDS.make(
          in -> {
            Recipient to = in.get(TO);
            return new Suppression(
                to.channel(),
                to.recipient(),
                in.get(REASON),
                in.get(CREATED_AT),
                in.get(EXPIRES_AT));
          });

  public static final Document<Page<Suppression>> PAGE = PageJson.of(DOCUMENT);

  private static final Fields<SuppressionResult> RESULT =
      Fields.of("SuppressionResult", "The recipient that was added, or `error`.");
  private static final Slot.Included<Suppression> ADDED =
      RESULT.includeSome(
          DOCUMENT, result -> result instanceof Suppressed added ? added.suppression() : null);
  private static final Slot.Maybe<Refused> ERROR =
      RefusedJson.field(RESULT, result -> result instanceof Refused refused ? refused : null);

  public static final Document<List<SuppressionResult>> RESULTS =
      ListJson.of(
          "SuppressionResults",
          "One result per recipient, in order.",
          "results",
          RESULT.make(SuppressionJson::result),
          Integer.MAX_VALUE);

  private SuppressionJson() {}

  private static SuppressionResult result(Values in) {
    Refused refused = in.get(ERROR);
    return refused != null ? refused : new Suppressed(in.get(ADDED));
  }
}
