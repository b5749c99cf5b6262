package dev.waybill.message;

import java.util.Locale;

/// How far a message is. Within one attempt it only moves on; after `failed` the next attempt
/// begins with `processing`.
public enum TopicMessageStatus {
  CREATED(0, 0),
  QUEUED(10, 0),
  PROCESSING(20, 0),
  /// Stands over `failed` of the same attempt: who was too late with bad news changes nothing.
  COMPLETED(100, 1),
  FAILED(100, 0);

  private final int rank;
  private final int standing;

  TopicMessageStatus(int rank, int standing) {
    this.rank = rank;
    this.standing = standing;
  }

  /// The name in lower case, as records and answers have it.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static TopicMessageStatus of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  /// The same as a state of the handoff.
  public HandoffState handoff() {
    return switch (this) {
      case CREATED -> HandoffState.CREATED;
      case QUEUED -> HandoffState.QUEUED;
      case PROCESSING -> HandoffState.SENDING;
      case COMPLETED -> HandoffState.HANDED_OFF;
      case FAILED -> HandoffState.FAILED;
    };
  }

  /// How far along it is.
  public int rank() {
    return rank;
  }

  /// Decides between states of equal rank.
  public int standing() {
    return standing;
  }
}
