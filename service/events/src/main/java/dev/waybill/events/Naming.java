package dev.waybill.events;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.settings.Limits;

/// The names that topics, subscriptions and events may have, and how they appear in jobs.
public final class Naming {

  static final int NAME_LENGTH = 64;
  static final int EVENT_ID_LENGTH = 120;

  private Naming() {}

  static void check(String what, String name) {
    if (name.length() > NAME_LENGTH || !Text.isName(name)) {
      throw new WaybillException(
          Code.INVALID_NAME,
          what
              + " must be 1 to "
              + NAME_LENGTH
              + " letters, digits, '.', '_', ':' or '-', beginning with a letter or digit; it is "
              + Text.quote(name));
    }
  }

  static void checkEventId(String id) {
    if (id.isBlank() || id.length() > EVENT_ID_LENGTH || !Text.isStorable(id)) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "the id of an event must be 1 to "
              + EVENT_ID_LENGTH
              + " characters, not blank; it is "
              + Text.quote(id));
    }
  }

  /// The same event in the same subscription is the same job. Names of topics and subscriptions
  /// contain no slash.
  static String requestId(String topic, String subscription, String event) {
    return "event/" + topic + "/" + subscription + "/" + event;
  }

  static String eventTag(String event) {
    return "event:" + event;
  }

  /// Event types may contain any characters; characters that a job type may not contain are
  /// replaced.
  public static String jobType(String eventType) {
    if (Text.isName(eventType)) {
      return eventType;
    }
    String letters =
        eventType.replaceAll("[^A-Za-z0-9._:-]", "_").replaceFirst("^[^A-Za-z0-9]", "x");
    return letters.substring(0, Math.min(letters.length(), Limits.NAME_LENGTH));
  }
}
