package dev.waybill.topic;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.util.List;

/// The answer to the publication of one event.
public sealed interface PublishAnswer {

  /// Every matching queue has the event, durably.
  ///
  /// @param warnings problems that did not prevent publication
  record Published(String eventId, List<Delivery> deliveries, List<String> warnings)
      implements PublishAnswer {

    public Published {
      deliveries = List.copyOf(deliveries);
      warnings = List.copyOf(warnings);
    }

    /// Whether every matching queue already had the event.
    public boolean known() {
      return !deliveries.isEmpty() && deliveries.stream().allMatch(Delivery::duplicate);
    }
  }

  /// The event was refused, or did not reach every matching queue. Publishing it again with the
  /// same ID delivers the missing copies and no duplicates.
  ///
  /// @param violations violations of the rules of its envelope or of the schema of its type
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
