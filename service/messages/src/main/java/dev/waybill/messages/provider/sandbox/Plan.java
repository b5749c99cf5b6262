package dev.waybill.messages.provider.sandbox;

import dev.waybill.message.MessageEventType;
import dev.waybill.messages.provider.LaterReports.Later;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What the sandbox does with one message.
///
/// @param delay the time before each report
/// @param duplicate whether it makes each report twice
/// @param disorder whether it makes the reports in the opposite order
record Plan(Result result, Duration delay, boolean duplicate, boolean disorder) {

  enum Result {
    DELIVER,
    REFUSE,
    FAIL,
    SILENT,
    BOUNCE,
    DROP,
    COMPLAIN
  }

  /// True if the message is delivered at once and nothing is left to report.
  boolean isPlain() {
    return result == Result.DELIVER && delay.isZero() && !duplicate && !disorder;
  }

  List<Later> reports() {
    List<MessageEventType> events = events();
    List<Later> reports = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      int place = disorder ? events.size() - i : i + 1;
      Later report = new Later(events.get(i), delay.multipliedBy(i), delay.multipliedBy(place));
      reports.add(report);
      if (duplicate) {
        reports.add(report);
      }
    }
    return reports;
  }

  /// The events in the order in which they happen.
  private List<MessageEventType> events() {
    List<MessageEventType> events = new ArrayList<>();
    if (disorder) {
      events.add(MessageEventType.PROVIDER_DEFERRED);
    }
    switch (result) {
      case DELIVER -> events.add(MessageEventType.PROVIDER_DELIVERED);
      case BOUNCE -> events.add(MessageEventType.PROVIDER_BOUNCED);
      case DROP -> events.add(MessageEventType.PROVIDER_DROPPED);
      case COMPLAIN -> {
        events.add(MessageEventType.PROVIDER_DELIVERED);
        events.add(MessageEventType.PROVIDER_COMPLAINT);
      }
      case SILENT, REFUSE, FAIL -> events.clear();
    }
    return events;
  }
}
