package dev.waybill.backend.nats;

import static dev.waybill.backend.nats.JobSubjects.EVENTS;
import static dev.waybill.backend.nats.JobSubjects.JOBS;
import static dev.waybill.backend.nats.JobSubjects.QUEUES;
import static dev.waybill.backend.nats.JobSubjects.REQUESTS;

import dev.waybill.backend.nats.SubjectWrites.Put;
import dev.waybill.backend.search.SqliteHistoryIndex;
import dev.waybill.backend.support.GuardedTable.Held;
import dev.waybill.backend.support.GuardedTable.Write;
import dev.waybill.backend.support.HistoryIndex;
import dev.waybill.backend.support.JobChange;
import dev.waybill.backend.support.RecordJobStore;
import dev.waybill.backend.support.RecordJobStore.Local;
import dev.waybill.backend.support.SideBySide;
import dev.waybill.base.BackgroundLoop;
import dev.waybill.settings.Retention;
import dev.waybill.settings.Settings;
import dev.waybill.spi.ForwardingJobStore;
import dev.waybill.spi.Pruned;
import dev.waybill.spi.StoreLoad;
import io.nats.client.Connection;
import io.nats.client.Message;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/// Jobs on JetStream: buckets contain the records, and feeds of their streams keep the view up to
/// date.
final class NatsJobStore extends ForwardingJobStore implements AutoCloseable {

  private static final int PROBE_BYTES = 2_048;
  private static final Duration WATCHED_EVERY = Duration.ofSeconds(5);

  private final RecordJobStore records;
  private final InstantSource clock;
  private final SubjectWrites wire;
  private final LeasingServers peers;
  private final HistoryIndex index;
  private final HistoryAge age;
  private final BlobSweep sweep;
  private final RequestSweep requestSweep;
  private final StreamSweep jobSweep;
  private final FollowedBucket queues;
  private final FollowedBucket jobs;
  private final PacedFeed pace;
  private final StreamFeed events;
  private final BackgroundLoop watching;

  static NatsJobStore open(NatsLink link, Settings settings) {
    return open(link, link.connection(), settings);
  }

  /// Uses a separate connection to write and read records, so that tests can intercept it.
  static NatsJobStore open(NatsLink link, Connection questions, Settings settings) {
    return open(link, questions, Local.FENCE, settings);
  }

  static NatsJobStore open(NatsLink link, Connection questions, Duration fence, Settings settings) {
    link.ensureStreams(NatsLayout.jobs());
    return onStreams(link, questions, fence, settings);
  }

  /// As [#open], if the streams exist.
  static NatsJobStore onStreams(NatsLink link, Settings settings) {
    return onStreams(link, link.connection(), Local.FENCE, settings);
  }

  private static NatsJobStore onStreams(
      NatsLink link, Connection questions, Duration fence, Settings settings) {
    SubjectWrites wire = new SubjectWrites(questions, link.config().replicas() > 1);
    LeasingServers peers = new LeasingServers(link.connection());
    PacedFeed pace = new PacedFeed(link);
    RecordJobStore.Tables tables =
        new RecordJobStore.Tables(
            bucket(wire, JOBS, JobSubjects::job),
            bucket(wire, REQUESTS, JobSubjects::request),
            bucket(wire, QUEUES, JobSubjects::queue),
            new NatsEvents(wire),
            new JobStream(link, wire),
            new HistoryStream(link, wire));
    HistoryIndex index = SqliteHistoryIndex.open(link.config().historyIndex());
    try {
      RecordJobStore records =
          new RecordJobStore(
              tables,
              new Local(index, peers::shareOf, pace, announcer(link), fence),
              wire.retries(),
              settings);
      NatsJobStore store =
          new NatsJobStore(link, new Parts(wire, peers, index, records, pace), settings.clock());
      return store.started();
    } catch (RuntimeException | Error failure) {
      index.close();
      throw failure;
    }
  }

  private static Consumer<JobChange> announcer(NatsLink link) {
    return link.config().stateEvents() ? new StateEvents(link.connection()) : StateEvents.OFF;
  }

  private NatsJobStore started() {
    try {
      records.start();
      return this;
    } catch (RuntimeException | Error failure) {
      close();
      throw failure;
    }
  }

  private record Parts(
      SubjectWrites wire,
      LeasingServers peers,
      HistoryIndex index,
      RecordJobStore records,
      PacedFeed pace) {}

  private static <K> Bucket<K> bucket(
      SubjectWrites wire, String name, Function<K, String> subjects) {
    return new Bucket<>(wire, JobSubjects.streamOf(name), subjects);
  }

  private NatsJobStore(NatsLink link, Parts parts, InstantSource clock) {
    super(parts.records());
    this.records = parts.records();
    this.clock = clock;
    this.wire = parts.wire();
    this.peers = parts.peers();
    this.index = parts.index();
    age = new HistoryAge(link);
    sweep = new BlobSweep(new NatsBlobStore(link));
    requestSweep = new RequestSweep(link, wire, records);
    jobSweep = new StreamSweep(link, JOBS, "finished jobs", this::sweepJobs);
    Supplier<FollowedBucket> followedQueues =
        SideBySide.begin(() -> followed(link, QUEUES, records::followQueue));
    Supplier<StreamFeed> news = SideBySide.begin(() -> news(link, records));
    jobs = followed(link, JOBS, records::followJob);
    queues = followedQueues.get();
    events = news.get();
    pace = parts.pace();
    pace.start(jobs);
    watching = new BackgroundLoop("streams", WATCHED_EVERY, this::watch).start();
  }

  private static FollowedBucket followed(NatsLink link, String bucket, Consumer<Held> reader) {
    return new FollowedBucket(link, bucket, message -> reader.accept(JobStream.held(message)));
  }

  private static StreamFeed news(NatsLink link, RecordJobStore records) {
    return StreamFeed.ofNews(
        link,
        EVENTS,
        JobSubjects.EVERY_EVENT,
        message -> records.tell(JobSubjects.idOf(message.getSubject())));
  }

  private Duration watch() {
    queues.check(records::forgetQueues);
    jobs.check(records::forgetJobs);
    return WATCHED_EVERY;
  }

  /// What this server holds in memory.
  StoreLoad load() {
    return records.load();
  }

  /// Writes a value that nobody reads, as large as a usual job: a full broker may have room for
  /// less.
  void proveWrite() {
    byte[] fresh = new byte[PROBE_BYTES];
    ThreadLocalRandom.current().nextBytes(fresh);
    wire.write(Put.of(JobSubjects.streamOf(QUEUES), JobSubjects.PROBE, Write.ANY, fresh));
  }

  private int sweepJobs(List<Message> jobs, Instant now) {
    records.sweepJobs(jobs.stream().map(JobStream::held).toList());
    return 0;
  }

  @Override
  public void close() {
    wire.close();
    peers.close();
    watching.close();
    pace.close();
    queues.close();
    jobs.close();
    events.close();
    records.close();
    index.close();
  }

  @Override
  public List<Pruned> prune(Retention retention, int max) {
    List<Pruned> pruned = super.prune(retention, max);
    Instant now = clock.instant();
    age.follow(retention);
    sweep.sweepFromTimeToTime(now);
    requestSweep.sweepFromTimeToTime(retention, now);
    jobSweep.sweepFromTimeToTime(now);
    return pruned;
  }
}
