package dev.waybill.messages.provider.hook;

import dev.waybill.Payload;
import dev.waybill.messages.DerivedId;
import dev.waybill.messages.http.HttpOutcome;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The health of the endpoints of webhooks. The ledger has one fact per failure since an endpoint
/// last worked, so that all servers agree. A success deletes them.
///
/// An endpoint is disabled after many failures in a row over a long time, or as soon as it answers
/// 410. From time to time one message is sent to it as a probe; if that works, it is enabled. A
/// probe that fails otherwise leaves an endpoint that answered 410 disabled.
public final class EndpointHealth {

  private static final String FAILED = "failed";
  private static final String GONE = "gone";
  private static final int STATUS_GONE = 410;
  private static final int TOO_MANY = 429;

  private final Ledger ledger;
  private final InstantSource clock;
  private final Policy policy;

  /// @param failures how many failures in a row disable an endpoint
  /// @param failing if they took at least this long
  /// @param probe how long a disabled endpoint gets no message
  public record Policy(int failures, Duration failing, Duration probe) {

    public static final Policy DEFAULT = new Policy(20, Duration.ofDays(1), Duration.ofHours(1));
  }

  public EndpointHealth(Ledger ledger, InstantSource clock, Policy policy) {
    this.ledger = ledger;
    this.clock = clock;
    this.policy = policy;
  }

  public Endpoint endpoint(String tenant, URI url) {
    LedgerKey key =
        new LedgerKey(tenant, Retention.ENDPOINTS, DerivedId.of("endpoint", url.toString()));
    return new Endpoint(key, ledger.latest(List.of(key)).stream().findFirst().orElse(null));
  }

  /// One endpoint as it was before a message is sent.
  public final class Endpoint {

    private final LedgerKey key;
    private final Fact.@Nullable Latest last;

    private Endpoint(LedgerKey key, Fact.@Nullable Latest last) {
      this.key = key;
      this.last = last;
    }

    public boolean isDisabled() {
      return last != null
          && (isGone() || hasFailedLong(last))
          && clock.instant().isBefore(last.at().plus(policy.probe()));
    }

    private boolean isGone() {
      return last != null && last.state().equals(GONE);
    }

    private boolean hasFailedLong(Fact.Latest latest) {
      return latest.attempt() >= policy.failures()
          && !latest.at().isBefore(since(latest).plus(policy.failing()));
    }

    private static Instant since(Fact.Latest latest) {
      return Instant.parse(latest.data().text());
    }

    public String reason() {
      if (last == null) {
        return "";
      }
      return isGone()
          ? "the endpoint answered 410 and does not work; it was last called at " + last.at()
          : "the endpoint has failed %d times since %s".formatted(last.attempt(), since(last));
    }

    /// Takes note of how a call ended.
    public void note(HttpOutcome outcome) {
      switch (outcome) {
        case HttpOutcome.Answered answer when answer.isGood() -> works();
        case HttpOutcome.Answered answer when answer.status() == STATUS_GONE -> note(GONE);
        case HttpOutcome.Answered answer when answer.status() == TOO_MANY -> {
          // the endpoint works
        }
        case HttpOutcome.Answered _, HttpOutcome.Unreachable _, HttpOutcome.Unanswered _ ->
            note(isGone() ? GONE : FAILED);
        case HttpOutcome.Forbidden _ -> {
          // the address was not called
        }
      }
    }

    private void works() {
      if (last != null) {
        ledger.delete(key, last.position());
      }
    }

    /// Of several failures at the same time, one counts.
    private void note(String how) {
      Instant now = clock.instant();
      Instant since = last == null ? now : since(last);
      int count = last == null ? 1 : last.attempt() + 1;
      ledger.record(List.of(Fact.of(key, count, how, now, Payload.of(since.toString()))));
      if (last != null) {
        ledger.delete(key, last.position());
      }
    }
  }
}
