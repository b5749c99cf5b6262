package dev.waybill.events;

import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.events.envelope.Defaults;
import dev.waybill.events.envelope.Envelopes;
import java.util.Arrays;

/// Compares the body of an event with that of a job, ignoring the wrapper.
final class SameBody {

  private SameBody() {}

  static boolean carries(Payload stored, Incoming event) {
    byte[] body = event.envelope().body().bytesWithoutCopy();
    return Arrays.equals(body, stored.bytesWithoutCopy())
        || Arrays.equals(body, opened(stored, event).bytesWithoutCopy());
  }

  /// A payload that cannot be opened is compared as it is.
  private static Payload opened(Payload stored, Incoming event) {
    try {
      Defaults defaults = new Defaults(event.envelope().id(), event.envelope().type(), null);
      return Envelopes.consumed(stored.bytesWithoutCopy(), defaults).body();
    } catch (WaybillException unreadable) {
      return stored;
    }
  }
}
