package dev.waybill.events;

import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.events.envelope.Defaults;
import dev.waybill.events.envelope.Envelopes;
import java.util.Arrays;

/// Whether a job carries the body of an event, whatever is around it.
final class SameBody {

  private SameBody() {}

  static boolean carries(Payload stored, Incoming event) {
    byte[] body = event.envelope().body().bytesWithoutCopy();
    return Arrays.equals(body, stored.bytesWithoutCopy())
        || Arrays.equals(body, opened(stored, event).bytesWithoutCopy());
  }

  /// What cannot be opened is its own body.
  private static Payload opened(Payload stored, Incoming event) {
    try {
      Defaults defaults = new Defaults(event.envelope().id(), event.envelope().type(), null);
      return Envelopes.consumed(stored.bytesWithoutCopy(), defaults).body();
    } catch (WaybillException unreadable) {
      return stored;
    }
  }
}
