package dev.waybill.server.http;

import dev.waybill.JobEvent;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// Events as they are written, kept for a while: the readers of one job are told the same ones.
///
/// Takes at most 2,048 events of at most 4 KiB. Larger ones are encoded for each reader.
final class EncodedEvents {

  private static final int PLACES = 2_048;
  private static final int LONGEST = 4 * 1024;

  private final AtomicReferenceArray<@Nullable Encoded> places = new AtomicReferenceArray<>(PLACES);

  private static final class Encoded {

    private final JobEvent event;
    private final EventFormat format;
    private final byte[] bytes;

    private Encoded(JobEvent event, EventFormat format, byte[] bytes) {
      this.event = event;
      this.format = format;
      this.bytes = bytes;
    }

    /// The very same object, not an equal one: to compare them would cost more than to encode.
    @SuppressWarnings("ReferenceEquality")
    private boolean isOf(JobEvent other, EventFormat otherFormat) {
      return event == other && format.equals(otherFormat);
    }
  }

  byte[] of(JobEvent event, EventFormat format) {
    int place = place(event, format);
    Encoded known = places.get(place);
    if (known != null && known.isOf(event, format)) {
      return known.bytes;
    }
    byte[] bytes = format.event(event);
    if (bytes.length <= LONGEST) {
      places.set(place, new Encoded(event, format, bytes));
    }
    return bytes;
  }

  private static int place(JobEvent event, EventFormat format) {
    int hash = 31 * event.job().hashCode() + format.hashCode();
    return Math.floorMod(hash + Long.hashCode(event.sequence()), PLACES);
  }
}
