package dev.waybill.conformance.job;

import dev.waybill.Payload;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/// Facts about the delivery of messages: two independent state machines.
public final class Deliveries {

  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

  public enum HandoffState {
    CREATED(0),
    QUEUED(10),
    SENDING(20),
    HANDED_OFF(100),
    FAILED(100);

    private final int rank;

    HandoffState(int rank) {
      this.rank = rank;
    }
  }

  public enum ProviderState {
    UNKNOWN(0, 0),
    ACCEPTED(10, 0),
    TIMED_OUT(90, 0),
    DELIVERED(100, 0),
    BOUNCED(100, 0),
    DROPPED(100, 0),
    COMPLAINT(100, 1);

    private final int rank;
    private final int standing;

    ProviderState(int rank, int standing) {
      this.rank = rank;
      this.standing = standing;
    }
  }

  private final String tenant;

  public Deliveries(String tenant) {
    this.tenant = tenant;
  }

  public static Instant at(int second) {
    return NOON.plusSeconds(second);
  }

  public LedgerKey handoffKey(String message) {
    return new LedgerKey(tenant, "handoff", message);
  }

  public LedgerKey providerKey(String message) {
    return new LedgerKey(tenant, "provider", message);
  }

  public Fact handoff(String message, int attempt, HandoffState state, int second) {
    return fact(handoffKey(message), attempt, state.name(), state.rank, 0, second);
  }

  public Fact provider(String message, int attempt, ProviderState state, int second) {
    LedgerKey key = providerKey(message);
    return fact(key, attempt, state.name(), state.rank, state.standing, second);
  }

  /// Every fact of a message with a few attempts, each at its own time, in random order.
  public List<Fact> everyFact(String message, int attempts, Random random) {
    List<Integer> seconds = new ArrayList<>();
    for (int i = 0;
        i < attempts * (HandoffState.values().length + ProviderState.values().length);
        i++) {
      seconds.add(i);
    }
    Collections.shuffle(seconds, random);
    List<Fact> facts = new ArrayList<>();
    for (int attempt = 1; attempt <= attempts; attempt++) {
      for (HandoffState state : HandoffState.values()) {
        facts.add(handoff(message, attempt, state, seconds.removeLast()));
      }
      for (ProviderState state : ProviderState.values()) {
        facts.add(provider(message, attempt, state, seconds.removeLast()));
      }
    }
    Collections.shuffle(facts, random);
    return facts;
  }

  private static Fact fact(
      LedgerKey key, int attempt, String state, int rank, int standing, int second) {
    String type = "message." + state.toLowerCase(Locale.ROOT);
    Payload data = Payload.of(state + " in attempt " + attempt);
    return Fact.of(key, attempt, type, at(second), data).withState(state).withRank(rank, standing);
  }

  public static List<Fact> facts(List<Fact.Recorded> recorded) {
    return recorded.stream().map(Fact.Recorded::fact).toList();
  }
}
