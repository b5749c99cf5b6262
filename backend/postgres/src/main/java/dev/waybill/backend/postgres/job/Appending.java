package dev.waybill.backend.postgres.job;

import dev.waybill.backend.postgres.sql.Columns;
import dev.waybill.backend.postgres.sql.Database;
import dev.waybill.backend.postgres.sql.Write;
import dev.waybill.backend.support.SharedCommit;
import dev.waybill.record.StoredJob;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Draft;
import dev.waybill.spi.QueueKey;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Stores new jobs. The drafts of concurrent callers are stored by one transaction.
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

  private final Database database;
  private final Queues queues;
  private final RequestIds requests;
  private final Room room;
  private final Waking waking;
  private final SharedCommit<List<Draft>, List<Appended>> group =
      new SharedCommit<>(this::appendAll, List::size);

  Appending(Database database, Queues queues, Room room, Waking waking) {
    this.database = database;
    this.queues = queues;
    this.requests = new RequestIds();
    this.room = room;
    this.waking = waking;
  }

  List<Appended> append(List<Draft> drafts) {
    return drafts.isEmpty() ? List.of() : group.call(drafts);
  }

  private List<List<Appended>> appendAll(List<List<Draft>> calls) {
    List<Draft> drafts = calls.stream().flatMap(List::stream).toList();
    Set<QueueKey> named = drafts.stream().map(Appending::queue).collect(Collectors.toSet());
    Map<QueueKey, Integer> numbers = queues.numbers(named);
    Appended[] answers = new Appended[drafts.size()];
    Set<Integer> touched =
        database.writeJobs(
            "store jobs",
            write -> {
              Arrays.fill(answers, null);
              return store(write, drafts, numbers, answers);
            });
    touched.forEach(waking::queueChanged);
    return parts(calls, Arrays.asList(answers));
  }

  static QueueKey queue(Draft draft) {
    return new QueueKey(draft.key().tenant(), draft.job().queue());
  }

  private static List<List<Appended>> parts(List<List<Draft>> calls, List<Appended> answers) {
    List<List<Appended>> parts = new ArrayList<>();
    int from = 0;
    for (List<Draft> call : calls) {
      parts.add(List.copyOf(answers.subList(from, from + call.size())));
      from += call.size();
    }
    return parts;
  }

  /// Returns the queues that have new jobs.
  private Set<Integer> store(
      Write write, List<Draft> drafts, Map<QueueKey, Integer> numbers, Appended[] answers)
      throws SQLException {
    requests.answerKnown(write, drafts, answers);
    room.refuse(write, drafts, answers);
    requests.claim(write, drafts, answers);
    Set<Integer> touched = new HashSet<>();
    List<Integer> fresh = new ArrayList<>();
    for (int i = 0; i < answers.length; i++) {
      if (answers[i] == null) {
        fresh.add(i);
      }
    }
    Columns rows = JobColumns.rows("int4");
    List<Long> drawn = ChangeNumbers.draw(write, fresh.size());
    for (int k = 0; k < fresh.size(); k++) {
      int i = fresh.get(k);
      Draft draft = drafts.get(i);
      int queue = java.util.Objects.requireNonNull(numbers.get(queue(draft)));
      long n = drawn.get(k);
      StoredJob job = StoredJob.create(draft, write.time(), n);
      List<Object> values =
          new ArrayList<>(
              Arrays.asList(JobColumns.values(new JobRow(n, n, queue, 0, job), List.of())));
      values.add(k);
      rows.add(values.toArray());
      answers[i] = new Appended.New(draft.key().id(), job.asOf(write.time()).state(), write.time());
      touched.add(queue);
    }
    if (!rows.isEmpty()) {
      write.query(INSERT).columns(rows).run();
    }
    room.added(drawn, drafts, fresh);
    requests.answerRepeats(write, drafts, answers);
    return touched;
  }
}
