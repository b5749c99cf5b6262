package dev.waybill.backend.embedded.history;

import dev.waybill.WaybillException;
import dev.waybill.backend.embedded.live.Facts;
import dev.waybill.backend.embedded.live.LedgerState;
import dev.waybill.backend.search.SqliteLookups;
import dev.waybill.backend.search.SqliteLookups.Statements;
import dev.waybill.base.Recent;
import dev.waybill.spi.LedgerKey;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Reads all facts of a subject at once, because those of several kinds are often needed one after
/// the other, such as the command of a message, its key and its state. Reads ahead while subjects
/// are read in the order in which they were recorded, as a queue does.
final class SubjectReader {

  /// The number of a subject, by its tenant and ID.
  static final String NUMBER =
      "(select s.n from subjects s"
          + " where s.tenant = (select t.n from names t where t.name = ?) and s.id = ?)";

  private static final String FIND = "select " + NUMBER;

  private static final String FACTS =
      "select subject, n, version, body from facts"
          + " where subject >= ? and subject < ? order by subject limit ?";

  private static final String POSITION = "select value from meta where name = 'position'";

  private static final int AHEAD = 64;

  /// Subjects this close to the one that was read before are read in order.
  private static final int NEAR = 256;

  private static final int MOST_FACTS = AHEAD * (LedgerState.MOST_FACTS / 2);
  private static final int MOST_CACHED = 1_000;
  private static final int LARGEST_CACHED = 8 << 10;

  private final SqliteLookups lookups;
  private final Recent<Subject, SubjectFacts> cache = new Recent<>(MOST_CACHED);
  private volatile long before;

  private record Subject(String tenant, String id) {

    static Subject of(LedgerKey key) {
      return new Subject(key.tenant(), key.id());
    }
  }

  SubjectReader(SqliteLookups lookups) {
    this.lookups = lookups;
  }

  /// @param changedAt the log position up to which the history of the key must be complete
  SubjectFacts read(LedgerKey key, long changedAt) {
    Subject subject = Subject.of(key);
    Optional<SubjectFacts> known = cached(subject, changedAt);
    return known.isPresent()
        ? known.get()
        : lookups.read("look up facts", statements -> read(statements, subject, changedAt));
  }

  private Optional<SubjectFacts> cached(Subject subject, long changedAt) {
    return cache.find(subject).filter(known -> known.asOf() >= changedAt);
  }

  /// Somebody else may have read ahead while this reader waited for a connection.
  private SubjectFacts read(Statements statements, Subject subject, long changedAt)
      throws SQLException {
    Optional<SubjectFacts> meanwhile = cached(subject, changedAt);
    return meanwhile.isPresent() ? meanwhile.get() : read(statements, subject);
  }

  /// The position is read first: what is newer than that is in memory, too.
  private SubjectFacts read(Statements statements, Subject subject) throws SQLException {
    long asOf = LedgerHistory.number(statements.of(POSITION));
    PreparedStatement find = statements.of(FIND);
    find.setString(1, Names.tenant(subject.tenant()));
    find.setString(2, subject.id());
    long number = LedgerHistory.number(find);
    if (number == 0) {
      return new SubjectFacts(asOf, List.of());
    }
    long step = number - before;
    before = number;
    boolean inOrder = step > 0 && step < NEAR;
    Map<Long, List<Facts.Recorded>> found = inOrder ? ahead(statements, number) : Map.of();
    List<Facts.Recorded> own = found.get(number);
    if (own == null) {
      int most = LedgerState.MOST_FACTS + 1;
      own = some(statements, number, 1, most).getOrDefault(number, List.of());
    }
    found.values().forEach(facts -> keep(new SubjectFacts(asOf, facts)));
    SubjectFacts asked = new SubjectFacts(asOf, own);
    keep(asked);
    return asked;
  }

  /// A damaged fact of another subject is reported to those who ask for that one.
  private static Map<Long, List<Facts.Recorded>> ahead(Statements statements, long first)
      throws SQLException {
    try {
      return some(statements, first, AHEAD, MOST_FACTS);
    } catch (WaybillException damaged) {
      return Map.of();
    }
  }

  private void keep(SubjectFacts subject) {
    if (!subject.facts().isEmpty() && subject.bytes() <= LARGEST_CACHED) {
      cache.put(Subject.of(subject.facts().getFirst().fact().key()), subject);
    }
  }

  /// The facts of some subjects, by number. If there are too many facts, the last subject may not
  /// be whole, and is left out unless it is the only one.
  private static Map<Long, List<Facts.Recorded>> some(
      Statements statements, long first, int count, int most) throws SQLException {
    PreparedStatement find = statements.of(FACTS);
    find.setLong(1, first);
    find.setLong(2, first + count);
    find.setInt(3, most);
    TreeMap<Long, List<Facts.Recorded>> bySubject = new TreeMap<>();
    int rows = 0;
    try (ResultSet row = find.executeQuery()) {
      for (; row.next(); rows++) {
        bySubject
            .computeIfAbsent(row.getLong(1), _ -> new ArrayList<>())
            .add(LedgerHistory.fact(row.getLong(2), row.getLong(3), row.getBytes(4)));
      }
    }
    if (rows == most && count > 1) {
      bySubject.pollLastEntry();
    }
    bySubject.values().forEach(facts -> facts.sort(inOrder()));
    return bySubject;
  }

  private static Comparator<Facts.Recorded> inOrder() {
    return Comparator.comparingLong(Facts.Recorded::position);
  }
}
