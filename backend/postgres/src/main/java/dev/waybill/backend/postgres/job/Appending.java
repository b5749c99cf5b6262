package dev.waybill.backend.postgres.job;

import dev.waybill.backend.postgres.sql.Columns;
import dev.waybill.backend.postgres.sql.Database;
import dev.waybill.backend.postgres.sql.Write;
import dev.waybill.backend.support.SharedCommit;
import dev.waybill.record.StoredJob;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Draft;
import dev.waybill.spi.QueueKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/// Stores new jobs. The drafts of concurrent callers are stored by one transaction, which is one
/// statement if it can be ([QuickAppend]).
final class Appending {

  /// Jobs whose request ID is new, and their places in the lanes.
  private static final String INSERT =
      "with u as (select * from "
          + JobColumns.unnest("int4")
          + " as u ("
          + JobColumns.LIST
          + ", i)), l as (insert into {live} ("
          + JobColumns.LIST
          + ") select "
          + JobColumns.FROM_ARRAYS
          + " from u order by u.i) insert into {ready} select u.queue, u.lane, false, u.ready,"
          + " u.arrival, u.id, u.size, u.deadline from u order by u.i";

  /// The same for jobs that may have been stored before.
  private static final String INSERT_MISSING =
      INSERT
          .replace(
              "from u order by u.i) insert",
              "from u order by u.i on conflict (id) do nothing returning id) insert")
          .replace(
              "u.deadline from u order",
              "u.deadline from u where u.id in (select id from l) order");

  private static final String HAVE_ENDED =
      "select exists (select from {finished} where id = any(?)) or exists (select from {gone} where"
          + " id = any(?))";

  private static final String CREATED =
      "select id, created from {live} where id = any(?) union all select id, created from {finished}"
          + " where id = any(?)";

  private final Database database;
  private final QuickAppend quick;
  private final Queues queues;
  private final RequestIds requests;
  private final Room room;
  private final Waking waking;
  private final SharedCommit<List<Draft>, Optional<List<Appended>>> group =
      new SharedCommit<>(this::appendAll, List::size);

  Appending(Database database, Queues queues, Room room, Waking waking) {
    this.database = database;
    this.quick = new QuickAppend(database);
    this.queues = queues;
    this.requests = new RequestIds();
    this.room = room;
    this.waking = waking;
  }

  /// Creates missing queues first, and waits for the transaction of another program after all
  /// others were stored: neither keeps other callers waiting.
  List<Appended> append(List<Draft> drafts) {
    if (drafts.isEmpty()) {
      return List.of();
    }
    numbers(drafts);
    return group
        .call(drafts)
        .orElseGet(() -> database.writeJobs("store jobs", storing(drafts)).told(waking));
  }

  private Map<QueueKey, Integer> numbers(List<Draft> drafts) {
    return queues.numbers(drafts.stream().map(Appending::queue).collect(Collectors.toSet()));
  }

  /// What a transaction has stored.
  ///
  /// @param touched the queues that have new jobs
  private record Outcome(List<Appended> answers, Set<Integer> touched) {

    List<Appended> told(Waking waking) {
      touched.forEach(waking::queueChanged);
      return answers;
    }
  }

  /// Calls that would have to wait for somebody else have no answer.
  private List<Optional<List<Appended>>> appendAll(List<List<Draft>> calls) {
    Optional<List<Appended>> together = tryToStore(calls.stream().flatMap(List::stream).toList());
    if (together.isPresent()) {
      return parts(calls, together.get());
    }
    return calls.size() == 1
        ? List.of(Optional.empty())
        : calls.stream().map(this::tryToStore).toList();
  }

  private Optional<List<Appended>> tryToStore(List<Draft> drafts) {
    Optional<Outcome> stored =
        QuickAppend.fits(drafts) && room.isCertainFor(drafts)
            ? Optional.of(storeAtOnce(drafts))
            : database.tryToWriteJobs("store jobs", storing(drafts));
    return stored.map(outcome -> outcome.told(waking));
  }

  private Outcome storeAtOnce(List<Draft> drafts) {
    Map<QueueKey, Integer> numbers = numbers(drafts);
    Set<Integer> touched = new HashSet<>(numbers.values());
    return quick
        .store(drafts, numbers)
        .map(
            stored -> {
              room.added(stored.number(), drafts);
              Instant time = Instant.ofEpochMilli(stored.time());
              return new Outcome(
                  drafts.stream().map(draft -> created(draft, time)).toList(), touched);
            })
        .orElseGet(() -> new Outcome(storeMissing(drafts, numbers), touched));
  }

  private static Appended created(Draft draft, Instant time) {
    return new Appended.New(
        draft.key().id(), StoredJob.create(draft, time, 0).asOf(time).state(), time);
  }

  /// Stores jobs unless the statement whose answer was lost has stored all of them.
  private List<Appended> storeMissing(List<Draft> drafts, Map<QueueKey, Integer> numbers) {
    try {
      return database.writeJobs(
          "store jobs",
          write -> {
            List<UUID> ids = ids(drafts);
            Columns rows = rows(write, drafts, numbers, ChangeNumbers.draw(write, drafts.size()));
            boolean areNew = write.query(INSERT_MISSING).columns(rows).run() == drafts.size();
            if (!areNew || haveEnded(write, ids)) {
              throw new StoredBefore();
            }
            return drafts.stream().map(draft -> created(draft, write.time())).toList();
          });
    } catch (StoredBefore known) {
      return database.read("find jobs", connection -> stored(connection, drafts));
    }
  }

  /// Rolls back.
  private static final class StoredBefore extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private static boolean haveEnded(Write write, List<UUID> ids) throws SQLException {
    return write.query(HAVE_ENDED).ids(ids).ids(ids).list(row -> row.getBoolean(1)).getFirst();
  }

  private List<Appended> stored(Connection connection, List<Draft> drafts) throws SQLException {
    List<UUID> ids = ids(drafts);
    Map<UUID, Instant> times = new HashMap<>();
    database
        .query(connection, CREATED)
        .ids(ids)
        .ids(ids)
        .list(row -> times.put(row.getObject(1, UUID.class), Instant.ofEpochMilli(row.getLong(2))));
    Instant now = database.clock().now();
    return drafts.stream()
        .map(draft -> created(draft, times.getOrDefault(JobRow.uuid(draft.key().id()), now)))
        .toList();
  }

  private static List<UUID> ids(List<Draft> drafts) {
    return drafts.stream().map(draft -> JobRow.uuid(draft.key().id())).toList();
  }

  static QueueKey queue(Draft draft) {
    return new QueueKey(draft.key().tenant(), draft.job().queue());
  }

  private static List<Optional<List<Appended>>> parts(
      List<List<Draft>> calls, List<Appended> answers) {
    List<Optional<List<Appended>>> parts = new ArrayList<>();
    int from = 0;
    for (List<Draft> call : calls) {
      parts.add(Optional.of(List.copyOf(answers.subList(from, from + call.size()))));
      from += call.size();
    }
    return parts;
  }

  private Database.Change<Outcome> storing(List<Draft> drafts) {
    Map<QueueKey, Integer> numbers = numbers(drafts);
    return write -> store(write, drafts, numbers);
  }

  private Outcome store(Write write, List<Draft> drafts, Map<QueueKey, Integer> numbers)
      throws SQLException {
    Appended[] answers = new Appended[drafts.size()];
    requests.answerKnown(write, drafts, answers);
    room.refuse(write, drafts, answers);
    requests.claim(write, drafts, answers);
    List<Draft> fresh = new ArrayList<>();
    for (int i = 0; i < answers.length; i++) {
      if (answers[i] == null) {
        fresh.add(drafts.get(i));
        answers[i] = created(drafts.get(i), write.time());
      }
    }
    if (!fresh.isEmpty()) {
      List<Long> drawn = ChangeNumbers.draw(write, fresh.size());
      write.query(INSERT).columns(rows(write, fresh, numbers, drawn)).run();
      room.added(drawn.getLast(), fresh);
    }
    requests.answerRepeats(write, drafts, answers);
    return new Outcome(Arrays.asList(answers), queues(fresh, numbers));
  }

  private static Columns rows(
      Write write, List<Draft> fresh, Map<QueueKey, Integer> numbers, List<Long> drawn) {
    Columns rows = JobColumns.rows("int4");
    for (int i = 0; i < fresh.size(); i++) {
      Draft draft = fresh.get(i);
      long n = drawn.get(i);
      int queue = Objects.requireNonNull(numbers.get(queue(draft)));
      StoredJob job = StoredJob.create(draft, write.time(), n);
      List<Object> values =
          new ArrayList<>(
              Arrays.asList(JobColumns.values(new JobRow(n, n, queue, 0, job), List.of())));
      values.add(i);
      rows.add(values.toArray());
    }
    return rows;
  }

  private static Set<Integer> queues(List<Draft> fresh, Map<QueueKey, Integer> numbers) {
    return fresh.stream()
        .map(draft -> Objects.requireNonNull(numbers.get(queue(draft))))
        .collect(Collectors.toSet());
  }
}
