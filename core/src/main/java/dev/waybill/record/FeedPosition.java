package dev.waybill.record;

import dev.waybill.spi.JobChanges;
import java.util.List;
import java.util.Optional;

/// A position in the feed of jobs, for stores that number changes.
///
/// @param feed the ID of the feed; another feed has other numbers
/// @param last the number of the last change that was read
/// @param dropped the number up to which deletions had been dropped when the reader started
public record FeedPosition(long feed, long last, long dropped) {

  /// The position of a reader, or empty if this feed did not give it.
  public static Optional<FeedPosition> of(String text, long feed, long dropped) {
    if (text.equals(JobChanges.BEGINNING)) {
      return Optional.of(new FeedPosition(feed, 0, dropped));
    }
    List<String> parts = List.of(text.split("-", -1));
    try {
      FeedPosition read = new FeedPosition(hex(parts, 0), hex(parts, 1), hex(parts, 2));
      return Optional.of(read).filter(position -> position.feed == feed);
    } catch (IndexOutOfBoundsException | NumberFormatException foreign) {
      return Optional.empty();
    }
  }

  private static long hex(List<String> parts, int index) {
    return Long.parseUnsignedLong(parts.get(index), 16);
  }

  /// True if a deletion after this position was dropped since the reader started.
  public boolean misses(long droppedNow) {
    return droppedNow > Math.max(last, dropped);
  }

  public FeedPosition at(long number) {
    return new FeedPosition(feed, number, dropped);
  }

  @Override
  public String toString() {
    return "%x-%x-%x".formatted(feed, last, dropped);
  }
}
