package dev.waybill.bench.peer;

import dev.waybill.bench.peer.Contender.Role;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.jobs.mappers.JobMapper;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.StorageProvider;
import org.jobrunr.storage.sql.common.SqlStorageProviderFactory;
import org.jobrunr.utils.mapper.JsonMapper;
import org.jobrunr.utils.mapper.jackson3.Jackson3JsonMapper;

/// JobRunr on PostgreSQL, polling as often as it allows.
public final class JobRunrSubject implements Subject {

  public static final int WORKERS = 50;
  private static final Duration SHORTEST_POLL = Duration.ofSeconds(5);
  private static final Duration LATER = Duration.ofDays(365);

  private final JsonMapper json = new Jackson3JsonMapper();
  private final PostgresDatabase database;
  private final StorageProvider storage;
  private final JobRequestScheduler scheduler;

  public JobRunrSubject(PostgresDatabase database) {
    this.database = database;
    storage = SqlStorageProviderFactory.using(database.pool());
    storage.setJobMapper(new JobMapper(json));
    scheduler = new JobRequestScheduler(storage);
  }

  static Contender contender(Postgres postgres) {
    return new Contender(
        "JobRunr",
        postgres.durability(),
        WORKERS,
        Role.PEER,
        () -> new JobRunrSubject(postgres.create()));
  }

  @Override
  public void enqueue(String payload) {
    scheduler.enqueue(new Noop(payload));
  }

  @Override
  public void enqueueAll(List<String> payloads) {
    scheduler.enqueue(payloads.stream().map(Noop::new));
  }

  /// The open-source edition has no queues: these jobs are scheduled for later, one by one.
  @Override
  public void enqueueForOthers(List<String> payloads) {
    Instant time = Instant.now().plus(LATER);
    payloads.parallelStream().forEach(payload -> scheduler.schedule(time, new Noop(payload)));
  }

  @Override
  public Work work(int concurrency, Consumer<String> handler) {
    BackgroundJobServer server =
        new BackgroundJobServer(
            storage,
            json,
            new OneHandler(new NoopHandler(handler)),
            BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                .andPollInterval(SHORTEST_POLL)
                .andWorkerCount(concurrency));
    server.start();
    return server::stop;
  }

  @Override
  public void close() {
    scheduler.shutdown();
    storage.close();
    database.close();
  }

  /// A job, as JobRunr stores it.
  public static final class Noop implements JobRequest {

    private String payload = "";

    /// For the JSON mapper.
    public Noop() {}

    Noop(String payload) {
      this.payload = payload;
    }

    public String getPayload() {
      return payload;
    }

    @Override
    public Class<NoopHandler> getJobRequestHandler() {
      return NoopHandler.class;
    }
  }

  /// Passes the payload to the handler under test.
  public static final class NoopHandler implements JobRequestHandler<Noop> {

    private final Consumer<String> told;

    NoopHandler(Consumer<String> told) {
      this.told = told;
    }

    @Override
    public void run(Noop request) {
      told.accept(request.getPayload());
    }
  }

  private record OneHandler(NoopHandler handler) implements JobActivator {

    @Override
    public <T> T activateJob(Class<T> type) {
      return type.cast(handler);
    }
  }
}
