package dev.waybill.backend.postgres.job;

import dev.waybill.State;
import dev.waybill.backend.postgres.sql.Columns;
import dev.waybill.backend.postgres.sql.Write;
import dev.waybill.bytes.JobCodes;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Draft;
import dev.waybill.spi.Draft.Fingerprint;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Finds and keeps request IDs. All methods work on drafts that have no answer yet.
final class RequestIds {

  private record Name(String tenant, String id) {}

  private static final Comparator<Name> ORDER =
      Comparator.comparing(Name::tenant).thenComparing(Name::id);

  /// @param fingerprint null if any request with this ID is a repeat
  private record Known(UUID job, @Nullable Fingerprint fingerprint, State state, long created) {}

  private static final String FIND =
      "select q.tenant, q.request_id, q.id, q.high, q.low, q.created, coalesce(q.state, (select"
          + " case when l.run_at > ? then 0 else 1 end from {live} l where l.id = q.id and not"
          + " exists (select from {running} r where r.id = q.id)), (select 2 from {running} r where"
          + " r.id = q.id), (select f.state from {finished} f where f.id = q.id), 1) from {request}"
          + " q join unnest(?::text[], ?::text[]) as u (t, i) on q.tenant = u.t and q.request_id ="
          + " u.i where q.until is null or q.until > ?";

  private static final String CLAIM =
      "insert into {request} as q (tenant, request_id, id, high, low, created) select t, i, d, h, w, ?"
          + " from unnest(?::text[], ?::text[], ?::uuid[], ?::int8[], ?::int8[]) as u (t, i, d, h,"
          + " w) order by t collate \"C\", i collate \"C\" on conflict (tenant, request_id) do"
          + " update set id = excluded.id, high = excluded.high, low = excluded.low, created ="
          + " excluded.created, state = null, until = null where q.until <= ? returning q.tenant,"
          + " q.request_id";

  /// Answers repeated requests.
  void answerKnown(Write write, List<Draft> drafts, Appended[] answers) throws SQLException {
    Columns names = new Columns("text", "text");
    Set<Name> asked = new HashSet<>();
    open(drafts, answers).mapToObj(drafts::get).map(RequestIds::name).forEach(asked::add);
    asked.forEach(name -> names.add(name.tenant(), name.id()));
    if (names.isEmpty()) {
      return;
    }
    Map<Name, Known> known = new HashMap<>();
    write
        .query(FIND)
        .number(write.now())
        .columns(names)
        .number(write.now())
        .list(row -> known.put(new Name(row.getString(1), row.getString(2)), known(row)));
    open(drafts, answers)
        .forEach(
            i -> {
              Known found = known.get(name(drafts.get(i)));
              if (found != null) {
                answers[i] = answer(drafts.get(i), found);
              }
            });
  }

  /// Claims new request IDs. Of several drafts with the same one, only the first can be new; the
  /// others are marked for [#answerRepeats], and so are drafts that another server overtook.
  void claim(Write write, List<Draft> drafts, Appended[] answers) throws SQLException {
    Map<Name, Integer> first = new TreeMap<>(ORDER);
    List<Integer> asked = open(drafts, answers).boxed().toList();
    asked.forEach(i -> first.putIfAbsent(name(drafts.get(i)), i));
    if (first.isEmpty()) {
      return;
    }
    Columns rows = new Columns("text", "text", "uuid", "int8", "int8");
    first.forEach((name, i) -> rows.add(row(name, drafts.get(i))));
    Set<Name> claimed =
        new HashSet<>(
            write
                .query(CLAIM)
                .number(write.now())
                .columns(rows)
                .number(write.now())
                .list(row -> new Name(row.getString(1), row.getString(2))));
    for (int i : asked) {
      Name name = name(drafts.get(i));
      if (!claimed.contains(name) || !Integer.valueOf(i).equals(first.get(name))) {
        answers[i] = REPEAT;
      }
    }
  }

  private static final Appended REPEAT = new Appended.Full(-1);

  void answerRepeats(Write write, List<Draft> drafts, Appended[] answers) throws SQLException {
    boolean any = false;
    for (int i = 0; i < answers.length; i++) {
      if (REPEAT.equals(answers[i])) {
        answers[i] = null;
        any = true;
      }
    }
    if (any) {
      answerKnown(write, drafts, answers);
    }
  }

  private static IntStream open(List<Draft> drafts, Appended[] answers) {
    return IntStream.range(0, answers.length)
        .filter(i -> answers[i] == null && drafts.get(i).job().requestId() != null);
  }

  private static Name name(Draft draft) {
    return new Name(draft.key().tenant(), String.valueOf(draft.job().requestId()));
  }

  private static @Nullable Object[] row(Name name, Draft draft) {
    Fingerprint print = draft.fingerprint();
    return new @Nullable Object[] {
      name.tenant(),
      name.id(),
      JobRow.uuid(draft.key().id()),
      print == null ? null : print.high(),
      print == null ? null : print.low()
    };
  }

  private static Known known(ResultSet row) throws SQLException {
    long high = row.getLong(4);
    Fingerprint print = row.wasNull() ? null : new Fingerprint(high, row.getLong(5));
    return new Known(
        row.getObject(3, UUID.class), print, JobCodes.state(row.getInt(7)), row.getLong(6));
  }

  private static Appended answer(Draft draft, Known known) {
    Fingerprint print = known.fingerprint();
    return print != null && !print.equals(draft.fingerprint())
        ? new Appended.Conflict(JobRow.id(known.job()))
        : new Appended.Duplicate(
            JobRow.id(known.job()), known.state(), Instant.ofEpochMilli(known.created()));
  }
}
