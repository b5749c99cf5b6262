package dev.waybill.topic;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.util.List;

/// What became of one event.
public sealed interface PublishAnswer {

  /// Every queue that asked for it has it, durably.
  ///
  /// @param warnings what a producer should know, though the event was taken
  record Published(String eventId, List<Delivery> deliveries, List<String> warnings)
      implements PublishAnswer {

    public Published {
      deliveries = List.copyOf(deliveries);
      warnings = List.copyOf(warnings);
    }

    /// Whether every queue that asked for the event had it before.
    public boolean known() {
      return !deliveries.isEmpty() && deliveries.stream().allMatch(Delivery::duplicate);
    }
  }

  /// It was not taken, or not by every queue. Publishing it again with the same id delivers what is
  /// missing and nothing twice.
  ///
  /// @param violations what the rules of its envelope or the schema of its type do not allow
  record NotPublished(Code code, String detail, List<Violation> violations)
      implements PublishAnswer {

    public NotPublished {
      violations = List.copyOf(violations);
    }

    public NotPublished(Code code, String detail) {
      this(code, detail, List.of());
    }

    public WaybillException asException() {
      return new WaybillException(code, detail);
    }
  }
}
