package dev.waybill.backend.embedded.history;

import dev.waybill.JobId;
import dev.waybill.State;
import dev.waybill.backend.embedded.live.LiveJob.RequestKey;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Draft;
import dev.waybill.spi.Draft.Fingerprint;
import dev.waybill.spi.JobKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The history as the machine needs it. Each answer includes the log position up to which it is
/// complete, so that the machine knows whether it can decide by it.
public interface Archive {

  /// The job of a request ID.
  record Known(JobId id, Fingerprint fingerprint, State state, Instant createdAt) {

    /// The answer to a draft with the same request ID.
    public Appended answer(Draft again) {
      return fingerprint.equals(again.fingerprint())
          ? new Appended.Duplicate(id, state, createdAt)
          : new Appended.Conflict(id);
    }
  }

  /// The request IDs that the history contains.
  record Requests(long asOf, Map<RequestKey, Known> known) {

    public static final Requests NOT_NEEDED = new Requests(Long.MAX_VALUE, Map.of());
  }

  /// A job in the history.
  final class Archived {
    private final long asOf;
    private final State state;
    private final int attempt;
    private final byte[] body;

    public Archived(long asOf, State state, int attempt, byte[] body) {
      this.asOf = asOf;
      this.state = state;
      this.attempt = attempt;
      this.body = body;
    }

    public long asOf() {
      return asOf;
    }

    public State state() {
      return state;
    }

    public int attempt() {
      return attempt;
    }

    /// The immutable part.
    public byte[] body() {
      return body;
    }
  }

  Requests requests(List<RequestKey> keys);

  Optional<Archived> load(JobKey key);
}
