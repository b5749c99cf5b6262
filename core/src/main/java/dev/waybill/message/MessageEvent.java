package dev.waybill.message;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// Something that happened to a message. Events contain no personal data.
///
/// @param sequence grows in the order in which events were recorded; it may have gaps
/// @param attempt the number of the attempt to send the message
/// @param type such as `HandoffAccepted`
/// @param details such as `provider_key`, `provider_msg_id` and `error`
public record MessageEvent(
    long sequence, int attempt, String type, Instant at, Map<String, String> details) {

  public MessageEvent {
    details = Collections.unmodifiableMap(new TreeMap<>(details));
  }
}
