package dev.waybill.documents.embed;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// Limits the calls and tokens per minute. Calls are spaced evenly and wait for their turn; a call
/// whose turn is far away fails at once and can be tried again then.
final class PacedEmbedder extends ForwardingEmbedder {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private final long calls;
  private final long tokens;
  private final InstantSource clock;
  private final Pausing pausing;
  private Instant free = Instant.MIN;

  /// @param calls per minute; 0 for no limit
  /// @param tokens per minute; 0 for no limit
  PacedEmbedder(Embedder next, long calls, long tokens, InstantSource clock, Pausing pausing) {
    super(next);
    this.calls = calls;
    this.tokens = tokens;
    this.clock = clock;
    this.pausing = pausing;
  }

  @Override
  public Embedded embed(List<String> texts, Purpose purpose) throws EmbeddingException {
    Duration wait = turn(texts.stream().mapToLong(this::tokens).sum());
    if (wait.isPositive()) {
      pausing.pause(wait);
    }
    return next.embed(texts, purpose);
  }

  private synchronized Duration turn(long estimate) throws EmbeddingException {
    Instant now = clock.instant();
    Instant start = free.isAfter(now) ? free : now;
    Duration wait = Duration.between(now, start);
    if (wait.compareTo(LONGEST_WAIT) > 0) {
      throw EmbeddingException.retryable(
          "the rate limit of embeddings is reached (documents.embedding.rate_calls and"
              + " rate_tokens)",
          wait);
    }
    free = start.plus(longer(share(1, calls), share(estimate, tokens)));
    return wait;
  }

  private static Duration share(long amount, long perMinute) {
    return perMinute == 0 ? Duration.ZERO : MINUTE.multipliedBy(amount).dividedBy(perMinute);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }
}
