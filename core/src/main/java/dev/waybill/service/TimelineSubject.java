package dev.waybill.service;

import dev.waybill.Timeline;
import java.util.List;

/// Something with a timeline, such as a message.
///
/// @param correlationId what its jobs have in common
/// @param entries what is known about it without its jobs, oldest first
public record TimelineSubject(String correlationId, List<Timeline.Entry> entries) {

  public TimelineSubject {
    entries = List.copyOf(entries);
  }
}
