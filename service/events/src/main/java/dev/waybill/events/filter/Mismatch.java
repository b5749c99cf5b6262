package dev.waybill.events.filter;

/// One reason why an event does not match: the key, what the policy wanted there and what the event
/// has, each in words.
public record Mismatch(String path, String wanted, String found) {

  /// Such as `message_type is "alert", wanted one of "a", "b"`.
  public String sentence() {
    return path + " is " + found + ", wanted " + wanted;
  }

  @Override
  public String toString() {
    return sentence();
  }
}
