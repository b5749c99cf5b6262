package dev.waybill.messages.record;

import dev.waybill.Payload;
import dev.waybill.message.Suppression;
import dev.waybill.message.Suppression.Reason;
import dev.waybill.spi.Fact;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A suppression as a fact of the ledger stores it. The address is encrypted.
final class SuppressionBytes {

  private static final String ADDRESS = "address";
  private static final String REASON = "reason";
  private static final String EXPIRES_AT = "expires_at";

  private SuppressionBytes() {}

  static Payload write(Suppression suppression, UnaryOperator<byte[]> seal) {
    byte[] sealed = seal.apply(suppression.recipient().getBytes(StandardCharsets.UTF_8));
    Instant expires = suppression.expiresAt();
    return EventDetails.payload(
        EventDetails.of(
            EventDetails.CHANNEL,
            suppression.channel(),
            ADDRESS,
            Base64.getEncoder().encodeToString(sealed),
            REASON,
            suppression.reason().name(),
            EXPIRES_AT,
            expires == null ? null : expires.toString()));
  }

  static Suppression read(Fact.Latest latest, UnaryOperator<byte[]> open) {
    Map<String, String> details = EventDetails.read(latest.data());
    byte[] sealed = Base64.getDecoder().decode(required(details, ADDRESS));
    @Nullable String expires = details.get(EXPIRES_AT);
    return new Suppression(
        required(details, EventDetails.CHANNEL),
        new String(open.apply(sealed), StandardCharsets.UTF_8),
        Reason.valueOf(required(details, REASON)),
        latest.at(),
        expires == null ? null : Instant.parse(expires));
  }

  private static String required(Map<String, String> details, String name) {
    return Objects.requireNonNull(details.get(name), name);
  }
}
