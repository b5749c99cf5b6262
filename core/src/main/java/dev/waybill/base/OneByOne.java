package dev.waybill.base;

import dev.waybill.EventReader;
import dev.waybill.JobEvent;
import java.util.Iterator;
import java.util.List;

/// Reads one event at a time from an iterator.
public record OneByOne(Iterator<JobEvent> events) implements EventReader {

  @Override
  public List<JobEvent> next() {
    return events.hasNext() ? List.of(events.next()) : List.of();
  }

  @Override
  public void close() {}
}
