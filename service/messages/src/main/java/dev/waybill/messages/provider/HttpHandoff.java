package dev.waybill.messages.provider;

import dev.waybill.base.Text;
import dev.waybill.messages.http.HttpOutcome;
import java.net.URI;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Classifies the outcomes of HTTP requests.
///
/// An answer 500, 502 or 504 says nothing about the message: a part of the vendor may have it. It
/// is ambiguous for every vendor, so that the next try has the same idempotency key.
public final class HttpHandoff {

  /// The vendor does not have the message, and asks to send it again.
  private static final Set<Integer> LATER = Set.of(408, 425, 429, 503);

  private static final int QUOTED = 200;

  private HttpHandoff() {}

  /// @param accepted reads the answer to a message that was accepted
  public static HandoffResult result(
      HttpOutcome outcome,
      OutgoingMessage message,
      Function<HttpOutcome.Answered, HandoffResult> accepted) {
    return switch (outcome) {
      case HttpOutcome.Answered answer when answer.isGood() -> accepted.apply(answer);
      case HttpOutcome.Answered answer -> refusal(answer, message);
      case HttpOutcome.Forbidden forbidden ->
          new HandoffResult.Refused("address_forbidden", masked(forbidden.error(), message));
      case HttpOutcome.Unreachable unreachable ->
          new HandoffResult.Retryable("unreachable", masked(unreachable.error(), message), null);
      case HttpOutcome.Unanswered unanswered ->
          new HandoffResult.Ambiguous("no_answer", masked(unanswered.error(), message));
    };
  }

  private static HandoffResult refusal(HttpOutcome.Answered answer, OutgoingMessage message) {
    int status = answer.status();
    String code = "http_" + status;
    String text = Text.storable(answer.body().text().strip(), QUOTED);
    String error = masked("answered " + status + (text.isEmpty() ? "" : ": " + text), message);
    if (LATER.contains(status)) {
      return new HandoffResult.Retryable(code, error, answer.retryAfter());
    }
    return status >= 500
        ? new HandoffResult.Ambiguous(code, error)
        : new HandoffResult.Refused(code, error);
  }

  /// Removes the recipient, because errors stay when a message is erased.
  public static String masked(String error, OutgoingMessage message) {
    String masked = error.replace(message.recipient(), "…");
    String authority = authority(message.recipient());
    return authority == null ? masked : masked.replace(authority, "…");
  }

  private static @Nullable String authority(String recipient) {
    try {
      return URI.create(recipient).getRawAuthority();
    } catch (IllegalArgumentException noUrl) {
      return null;
    }
  }
}
