package dev.waybill.engine;

import dev.waybill.Code;
import dev.waybill.NewJob;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import java.util.Collection;
import java.util.List;

/// Prefixes of request IDs and tags that Waybill uses for its own jobs: uploads of documents,
/// deliveries of events and firings of schedules. A caller with such a name could replace one of
/// them, or forge a timeline.
public final class ReservedNames {

  private static final List<String> REQUEST_IDS =
      List.of("document/", "event/", "message/", "schedule:");
  private static final List<String> TAGS =
      List.of("event:", "topic:", "subscription:", "schedule:", "slot:");

  private ReservedNames() {}

  /// Refuses a caller's job that uses one of them.
  static void check(NewJob job) {
    String requestId = job.requestId();
    if (requestId != null) {
      check("request_id", requestId, REQUEST_IDS);
    }
    checkTags(job.tags());
  }

  public static void checkTags(Collection<String> tags) {
    tags.forEach(tag -> check("tag", tag, TAGS));
  }

  private static void check(String what, String value, List<String> reserved) {
    for (String prefix : reserved) {
      if (value.startsWith(prefix)) {
        throw new WaybillException(
            Code.INVALID_ARGUMENT,
            "%s %s is reserved: Waybill uses %s for its own jobs; choose another prefix"
                .formatted(what, Text.quote(value), Text.quote(prefix)));
      }
    }
  }
}
