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
    Instant expires = suppression.expiresAt();
    return EventDetails.payload(
        EventDetails.of(
            EventDetails.CHANNEL,
            suppression.channel(),
            ADDRESS,
            sealed(suppression.recipient(), seal),
            REASON,
            suppression.reason().name(),
            EXPIRES_AT,
            expires == null ? null : expires.toString()));
  }

  /// Null for an address that was erased.
  private static @Nullable String sealed(String address, UnaryOperator<byte[]> seal) {
    return address.isEmpty()
        ? null
        : Base64.getEncoder().encodeToString(seal.apply(address.getBytes(StandardCharsets.UTF_8)));
  }

  static Suppression read(Fact.Latest latest, UnaryOperator<byte[]> open) {
    Map<String, String> details = EventDetails.read(latest.data());
    @Nullable String sealed = details.get(ADDRESS);
    @Nullable String expires = details.get(EXPIRES_AT);
    return new Suppression(
        required(details, EventDetails.CHANNEL),
        sealed == null ? "" : opened(sealed, open),
        Reason.valueOf(required(details, REASON)),
        latest.at(),
        expires == null ? null : Instant.parse(expires));
  }

  private static String opened(String sealed, UnaryOperator<byte[]> open) {
    return new String(open.apply(Base64.getDecoder().decode(sealed)), StandardCharsets.UTF_8);
  }

  private static String required(Map<String, String> details, String name) {
    return Objects.requireNonNull(details.get(name), name);
  }
}
