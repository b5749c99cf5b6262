package dev.waybill.bus.redis;

import dev.waybill.Job;
import dev.waybill.Outcome;
import dev.waybill.Waybill;
import dev.waybill.bus.binding.OutboundEvents;
import java.util.List;

/// Adds the events of a topic to its stream. An event that came from the stream is not added to it
/// again.
record StreamOutbound(StreamBinding binding, StreamLink link, Waybill waybill)
    implements OutboundEvents.Target {

  @Override
  public List<Outcome> send(List<Job> jobs) {
    return jobs.stream().map(this::add).toList();
  }

  private Outcome add(Job job) {
    link.addOnce(
        binding.stream(),
        StreamLink.Once.of(OutboundEvents.eventId(job)),
        List.of(
            binding.option("field"),
            OutboundEvents.payload(waybill, job),
            StreamEntry.MARK,
            binding.group()));
    return Outcome.done();
  }
}
