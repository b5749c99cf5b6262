package dev.waybill.backend.nats;

import static dev.waybill.backend.nats.JobSubjects.EVENTS;
import static dev.waybill.backend.nats.JobSubjects.JOBS;
import static dev.waybill.backend.nats.JobSubjects.QUEUES;
import static dev.waybill.backend.nats.JobSubjects.REQUESTS;

import dev.waybill.backend.support.RecordJobStore;
import dev.waybill.settings.Retention;
import dev.waybill.settings.Settings;
import dev.waybill.spi.ForwardingJobStore;
import dev.waybill.spi.Pruned;
import io.nats.client.Connection;
import io.nats.client.Message;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/// Jobs on JetStream: buckets contain the records, and feeds of their streams keep the view up to
/// date.
final class NatsJobStore extends ForwardingJobStore implements AutoCloseable {

  private final RecordJobStore records;
  private final InstantSource clock;
  private final SubjectWrites wire;
  private final LeasingServers peers;
  private final DeletionMarks marks;
  private final BlobSweep sweep;
  private final RequestSweep requestSweep;
  private final List<StreamFeed> feeds;

  static NatsJobStore open(NatsLink link, Settings settings) {
    return open(link, link.connection(), settings);
  }

  /// Uses a separate connection to write and read records, so that tests can intercept it.
  static NatsJobStore open(NatsLink link, Connection questions, Settings settings) {
    NatsLayout.jobs().forEach(link::ensureStream);
    SubjectWrites wire = new SubjectWrites(questions, link.config().replicas() > 1);
    LeasingServers peers = new LeasingServers(link.connection());
    RecordJobStore.Tables tables =
        new RecordJobStore.Tables(
            bucket(wire, JOBS, JobSubjects::job),
            bucket(wire, REQUESTS, JobSubjects::request),
            bucket(wire, QUEUES, JobSubjects::queue),
            new NatsEvents(wire),
            new JobStream(link, wire));
    RecordJobStore records = new RecordJobStore(tables, peers::shareOf, wire.retries(), settings);
    return new NatsJobStore(link, wire, peers, records, settings.clock());
  }

  private static <K> Bucket<K> bucket(
      SubjectWrites wire, String name, Function<K, String> subjects) {
    return new Bucket<>(wire, JobSubjects.streamOf(name), subjects);
  }

  private NatsJobStore(
      NatsLink link,
      SubjectWrites wire,
      LeasingServers peers,
      RecordJobStore records,
      InstantSource clock) {
    super(records);
    this.records = records;
    this.clock = clock;
    this.wire = wire;
    this.peers = peers;
    marks = new DeletionMarks(wire);
    sweep = new BlobSweep(new NatsBlobStore(link));
    requestSweep = new RequestSweep(wire, link);
    feeds =
        List.of(
            follow(link, QUEUES, message -> records.followQueue(JobStream.held(message))),
            follow(link, JOBS, this::followJob),
            StreamFeed.ofNews(
                link,
                EVENTS,
                JobSubjects.EVERY_EVENT,
                news -> records.tell(JobSubjects.idOf(news.getSubject()))));
  }

  private static StreamFeed follow(NatsLink link, String bucket, Consumer<Message> reader) {
    return StreamFeed.ofAll(
        link, JobSubjects.streamOf(bucket), JobSubjects.everyKeyOf(bucket), reader);
  }

  private void followJob(Message message) {
    records
        .followJob(JobStream.held(message))
        .ifPresent(deletedAt -> marks.follow(message, deletedAt));
  }

  @Override
  public void close() {
    wire.close();
    peers.close();
    feeds.forEach(StreamFeed::close);
    records.close();
  }

  @Override
  public List<Pruned> prune(Retention retention, int max) {
    List<Pruned> pruned = super.prune(retention, max);
    Instant now = clock.instant();
    marks.drop(max, now);
    sweep.sweepFromTimeToTime(now);
    requestSweep.sweepFromTimeToTime(now);
    return pruned;
  }
}
