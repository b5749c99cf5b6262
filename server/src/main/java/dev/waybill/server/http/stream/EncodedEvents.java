package dev.waybill.server.http.stream;

import dev.waybill.JobEvent;
import dev.waybill.base.Recent;
import java.util.Optional;

/// A cache of encoded events, shared by all readers of a job.
///
/// It holds at most 2,048 events of at most 4 KiB. Larger ones are encoded for each reader.
public final class EncodedEvents {

  private static final int MOST = 1_024;
  private static final int LONGEST = 4 * 1024;

  private final Recent<Key, byte[]> encoded = new Recent<>(MOST);

  /// Compares events by identity: comparing their content would cost more than encoding them.
  private record Key(JobEvent event, EventFormat format) {

    @Override
    @SuppressWarnings("ReferenceEquality")
    public boolean equals(Object other) {
      return other instanceof Key key && event == key.event && format.equals(key.format);
    }

    @Override
    public int hashCode() {
      return 31 * System.identityHashCode(event) + format.hashCode();
    }
  }

  public byte[] of(JobEvent event, EventFormat format) {
    Key key = new Key(event, format);
    Optional<byte[]> known = encoded.find(key);
    if (known.isPresent()) {
      return known.get();
    }
    byte[] bytes = format.event(event);
    if (bytes.length <= LONGEST) {
      encoded.put(key, bytes);
    }
    return bytes;
  }
}
