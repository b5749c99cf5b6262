package dev.waybill.events.filter;

/// One reason why an event does not match: the key, what the policy wants there and what the event
/// has, each as text.
public record Mismatch(String path, String wanted, String found) {

  /// For example `message_type is "alert", wanted one of "a", "b"`.
  public String sentence() {
    return path + " is " + found + ", wanted " + wanted;
  }

  @Override
  public String toString() {
    return sentence();
  }
}
