package dev.waybill.base;

import dev.waybill.EventReader;
import dev.waybill.JobEvent;
import java.util.Iterator;
import java.util.List;

/// A reader where nobody knows what comes next before it is there.
public record OneByOne(Iterator<JobEvent> events) implements EventReader {

  @Override
  public List<JobEvent> next() {
    return events.hasNext() ? List.of(events.next()) : List.of();
  }

  @Override
  public void close() {}
}
