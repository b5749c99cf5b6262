package dev.waybill.message;

import java.util.Locale;

/// What the provider reports about a message after the handoff. Within one attempt the state only
/// moves to a higher rank.
public enum ProviderState {
  UNKNOWN(0),
  ACCEPTED(10),
  DELIVERED(100),
  BOUNCED(100),
  DROPPED(100),
  /// Wins over the other final states: a recipient complains about a delivered message.
  COMPLAINT(100),
  /// The provider reported no final state in time; a later report still counts.
  TIMED_OUT(90);

  private final int rank;

  ProviderState(int rank) {
    this.rank = rank;
  }

  public int rank() {
    return rank;
  }

  /// Decides between states of equal rank before time does.
  public int precedence() {
    return this == COMPLAINT ? 1 : 0;
  }

  /// True if there is nothing left to ask the provider.
  public boolean isFinal() {
    return rank >= TIMED_OUT.rank;
  }

  /// The name in lower case, as in JSON.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static ProviderState of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
