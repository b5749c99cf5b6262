package dev.waybill.backend.redis;

import dev.waybill.EventCursor;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.NewEvent;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.bytes.JobBytes;
import dev.waybill.settings.Limits;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.EventsRead;
import dev.waybill.spi.EventsStored;
import dev.waybill.spi.LeaseKey;
import java.time.Instant;
import java.util.List;

/// The events of jobs: a stream for each job, in which the ID of an entry is attempt and sequence.
final class JobEvents {

  private final RedisLink link;
  private final ServerTime time;
  private final News news;

  JobEvents(RedisLink link, ServerTime time, News news) {
    this.link = link;
    this.time = time;
    this.news = news;
  }

  EventsStored publish(LeaseKey lease, List<NewEvent> fresh) {
    Call.Builder call =
        Call.number("publish", link.shardOf(lease.job().tenant()))
            .with(time.argument())
            .with(RedisRows.ref(lease.job()))
            .with(lease.attempt());
    fresh.forEach(event -> call.with(event.sequence()).with(bytes(event)));
    int added = (int) link.number(call.build());
    return added < 0
        ? new EventsStored.Lost()
        : new EventsStored.Events(added, fresh.size() - added);
  }

  EventsRead read(EventQuery query) {
    long end = System.nanoTime() + query.patience().toNanos();
    try (var watch = news.jobs().watch(query.job().id())) {
      while (true) {
        List<Object> answer = link.list(readCall(query));
        boolean ended = (Long) answer.get(0) == 1;
        List<JobEvent> events =
            RedisRows.list(answer.get(1)).stream()
                .map(row -> event(query.job().id(), RedisRows.list(row)))
                .toList();
        long left = end - System.nanoTime();
        if (!events.isEmpty() || ended || left <= 0) {
          return new EventsRead(events, events.isEmpty() && ended);
        }
        watch.await(left);
        link.retries().requireOpen();
      }
    }
  }

  private Call readCall(EventQuery query) {
    return Call.list("events", link.shardOf(query.job().tenant()))
        .with(RedisRows.ref(query.job()))
        .with(from(query.after()))
        .with(query.max())
        .with(Limits.PAGE_BYTES)
        .build();
  }

  private static String from(EventCursor after) {
    return after.sequence() < 0
        ? after.attempt() + "-0"
        : "(" + after.attempt() + "-" + after.sequence();
  }

  private static byte[] bytes(NewEvent event) {
    ByteWriter out = new ByteWriter(64).putText(event.type());
    JobBytes.writeTime(out, event.at());
    JobBytes.writePayload(out, event.data());
    return out.copy();
  }

  private static JobEvent event(JobId job, List<Object> row) {
    String[] id = RedisRows.text(row.get(0)).split("-", 2);
    ByteReader in = new ByteReader((byte[]) row.get(1));
    String type = in.getText();
    Instant at = JobBytes.readTime(in);
    return new JobEvent(
        job,
        Integer.parseInt(id[0]),
        Long.parseLong(id[1]),
        type,
        at == null ? RedisRows.time(row.get(2)) : at,
        JobBytes.readPayload(in));
  }
}
