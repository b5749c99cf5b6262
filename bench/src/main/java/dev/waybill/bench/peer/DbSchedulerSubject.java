package dev.waybill.bench.peer;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.serializer.Serializer;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import dev.waybill.bench.peer.Contender.Role;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// db-scheduler on PostgreSQL, with immediate execution and lock-and-fetch polling, the faster of
/// its two strategies.
public final class DbSchedulerSubject implements Subject {

  public static final int WORKERS = 50;
  private static final Duration LATER = Duration.ofDays(365);

  private static final String TABLE =
      """
      create table scheduled_tasks(
        task_name text not null,
        task_instance text not null,
        task_data bytea,
        execution_time timestamptz not null,
        picked boolean not null,
        picked_by text,
        last_success timestamptz,
        last_failure timestamptz,
        consecutive_failures int,
        last_heartbeat timestamptz,
        version bigint not null,
        priority smallint,
        primary key(task_name, task_instance));
      create index due on scheduled_tasks(execution_time);
      create index beating on scheduled_tasks(last_heartbeat);
      """;

  private final PostgresDatabase database;
  private final AtomicLong numbers = new AtomicLong();
  private final OneTimeTask<String> task;
  private volatile Consumer<String> handler = _ -> {};
  private volatile SchedulerClient client;

  public DbSchedulerSubject(PostgresDatabase database) {
    this.database = database;
    database.execute(TABLE);
    task =
        Tasks.oneTime("noop", String.class)
            .execute((instance, _) -> handler.accept(instance.getData()));
    client = idleClient();
  }

  static Contender contender(Postgres postgres) {
    return new Contender(
        "db-scheduler",
        postgres.durability(),
        WORKERS,
        Role.PEER,
        () -> new DbSchedulerSubject(postgres.create()));
  }

  private SchedulerClient idleClient() {
    return SchedulerClient.Builder.create(database.pool(), task).serializer(new Plain()).build();
  }

  @Override
  public void enqueue(String payload) {
    client.scheduleIfNotExists(instance(payload), Instant.now());
  }

  @Override
  public void enqueueAll(List<String> payloads) {
    client.scheduleBatch(instances(payloads), Instant.now());
  }

  /// It has no queues: these jobs are scheduled for later.
  @Override
  public void enqueueForOthers(List<String> payloads) {
    client.scheduleBatch(instances(payloads), Instant.now().plus(LATER));
  }

  private List<TaskInstance<?>> instances(List<String> payloads) {
    List<TaskInstance<?>> instances = new ArrayList<>(payloads.size());
    payloads.forEach(payload -> instances.add(instance(payload)));
    return instances;
  }

  private TaskInstance<String> instance(String payload) {
    return task.instance(Long.toString(numbers.incrementAndGet()), payload);
  }

  @Override
  public Work work(int concurrency, Consumer<String> told) {
    handler = told;
    Scheduler scheduler =
        Scheduler.create(database.pool(), task)
            .serializer(new Plain())
            .threads(concurrency)
            .pollUsingLockAndFetch(0.5, 4.0)
            .pollingInterval(Duration.ofSeconds(1))
            .enableImmediateExecution()
            .build();
    scheduler.start();
    client = scheduler;
    return () -> {
      client = idleClient();
      scheduler.stop();
    };
  }

  @Override
  public void close() {
    database.close();
  }

  /// Text as it is: cheaper than Java's own serialization.
  private static final class Plain implements Serializer {

    @Override
    public byte[] serialize(Object data) {
      return data.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public <T> T deserialize(Class<T> type, byte[] bytes) {
      return type.cast(new String(bytes, StandardCharsets.UTF_8));
    }
  }
}
