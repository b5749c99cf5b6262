package dev.waybill.message;

import java.util.Locale;

/// How far Waybill is with handing a message to a provider. Within one attempt the state only moves
/// to a higher rank; a new attempt starts again at `queued`.
public enum HandoffState {
  CREATED(0),
  QUEUED(10),
  SENDING(20),
  /// Wins over `failed` of the same attempt: the provider has the message.
  HANDED_OFF(100),
  FAILED(100);

  private final int rank;

  HandoffState(int rank) {
    this.rank = rank;
  }

  public int rank() {
    return rank;
  }

  /// Decides between states of equal rank before time does.
  public int precedence() {
    return this == HANDED_OFF ? 1 : 0;
  }

  /// True if nothing follows in this attempt.
  public boolean isFinal() {
    return rank == HANDED_OFF.rank;
  }

  /// The name in lower case, as in JSON.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static HandoffState of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
