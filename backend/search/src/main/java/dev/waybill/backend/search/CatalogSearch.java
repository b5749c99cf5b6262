package dev.waybill.backend.search;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.SearchTerm;
import dev.waybill.WaybillException;
import dev.waybill.settings.Limits;
import dev.waybill.spi.Catalog.Entry;
import dev.waybill.spi.Catalog.Search;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// One search, as SQL. Filters and times are read from an index in the order of the result, so the
/// cost of a page depends on its size and not on its number. How words take part depends on how
/// many entries have them, see [CommonWords].
final class CatalogSearch {

  /// How many entries of a filter are read to see how rare it is.
  private static final int NEWEST = 500;

  private static final int WORDS = 64;
  private static final int WORDS_LENGTH = 4_096;

  private final Connection connection;
  private final Search search;

  CatalogSearch(Connection connection, Search search) {
    this.connection = connection;
    this.search = search;
  }

  /// Refuses an invalid search before anything is read.
  static void check(Search search) {
    if (search.limit() < 1 || search.limit() > Limits.PAGE_SIZE) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "a page has 1 to " + Limits.PAGE_SIZE + " entries");
    }
    SqliteCatalog.checkFields(search.fields());
    String words = search.words();
    if (words != null && (words.length() > WORDS_LENGTH || terms(words).size() > WORDS)) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "a search has at most %d words and %d characters".formatted(WORDS, WORDS_LENGTH));
    }
    if (search.before() != null) {
      CatalogCursor.parse(search.before());
    }
  }

  Page<Entry> page() throws SQLException {
    OptionalLong place = place();
    return place.isEmpty() ? new Page<>(List.of(), null) : page(place.getAsLong());
  }

  private OptionalLong place() throws SQLException {
    String sql = "SELECT place FROM places WHERE tenant = ? AND kind = ?";
    try (PreparedStatement select = prepared(sql, List.of(search.tenant(), search.kind()));
        ResultSet row = select.executeQuery()) {
      return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
    }
  }

  private Page<Entry> page(long place) throws SQLException {
    List<Entry> found = new ArrayList<>();
    try (PreparedStatement select = select(place);
        ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        found.add(EntryRows.entry(search.tenant(), search.kind(), rows));
      }
    }
    if (found.size() <= search.limit()) {
      return new Page<>(List.copyOf(found), null);
    }
    List<Entry> shown = List.copyOf(found.subList(0, search.limit()));
    return new Page<>(shown, CatalogCursor.of(shown.getLast()).toString());
  }

  private PreparedStatement select(long place) throws SQLException {
    List<SearchTerm> terms = terms(search.words());
    String words = terms.isEmpty() ? null : WordExpression.of(connection, place, terms);
    CommonWords how = words == null ? CommonWords.NONE : CommonWords.of(connection, words);
    Query query = new Query("SELECT " + EntryRows.COLUMNS + " FROM ");
    if (how == CommonWords.RARE && words != null) {
      query.add("words CROSS JOIN entries lead ON lead.row = words.rowid");
      query.add(" JOIN entries e ON e.row = lead.row WHERE words MATCH ? AND lead.place = ?");
      query.values(words, place);
      search.fields().entrySet().forEach(filter -> addFilter(query, place, filter));
    } else {
      addLead(query, place);
      addWords(query, how, words);
    }
    addTimes(query);
    query.add(" ORDER BY lead.seconds DESC, lead.nanos DESC, lead.id DESC LIMIT ?");
    query.values(search.limit() + 1);
    return prepared(query.sql.toString(), query.values);
  }

  /// SQL with its values.
  private static final class Query {
    final StringBuilder sql;
    final List<Object> values = new ArrayList<>();

    Query(String begin) {
      sql = new StringBuilder(begin);
    }

    void add(String more) {
      sql.append(more);
    }

    void values(Object... more) {
      values.addAll(List.of(more));
    }
  }

  /// The rarest filter leads; the others are checked for each entry that it finds. CROSS fixes the
  /// order of the tables.
  private void addLead(Query query, long place) throws SQLException {
    List<Map.Entry<String, String>> filters = rarestFirst(place);
    if (filters.isEmpty()) {
      query.add("entries lead JOIN entries e ON e.row = lead.row WHERE lead.place = ?");
      query.values(place);
    } else {
      query.add("fields lead CROSS JOIN entries e ON e.row = lead.row");
      query.add(" WHERE lead.place = ? AND lead.name = ? AND lead.value = ?");
      query.values(place, filters.getFirst().getKey(), filters.getFirst().getValue());
    }
    filters.stream().skip(1).forEach(filter -> addFilter(query, place, filter));
  }

  private static void addFilter(Query query, long place, Map.Entry<String, String> filter) {
    query.add(" AND EXISTS (SELECT 1 FROM fields other WHERE other.place = ?");
    query.add(" AND other.name = ? AND other.value = ? AND other.seconds = lead.seconds");
    query.add(" AND other.nanos = lead.nanos AND other.id = lead.id)");
    query.values(place, filter.getKey(), filter.getValue());
  }

  private static void addWords(Query query, CommonWords how, @Nullable String words) {
    if (words != null) {
      query.add(
          switch (how) {
            case NONE, RARE, SOME ->
                " AND lead.row IN (SELECT rowid FROM words WHERE words MATCH ?)";
            case COMMON ->
                " AND EXISTS (SELECT 1 FROM words WHERE words MATCH ? AND rowid = lead.row)";
          });
      query.values(words);
    }
  }

  private void addTimes(Query query) {
    if (search.before() != null) {
      CatalogCursor cursor = CatalogCursor.parse(search.before());
      query.add(" AND (lead.seconds, lead.nanos, lead.id) < (?, ?, ?)");
      query.values(cursor.seconds(), cursor.nanos(), cursor.id());
    }
    Instant from = search.span().from();
    if (from != null) {
      query.add(" AND (lead.seconds, lead.nanos) >= (?, ?)");
      query.values(from.getEpochSecond(), from.getNano());
    }
    Instant before = search.span().before();
    if (before != null) {
      query.add(" AND (lead.seconds, lead.nanos) < (?, ?)");
      query.values(before.getEpochSecond(), before.getNano());
    }
  }

  private List<Map.Entry<String, String>> rarestFirst(long place) throws SQLException {
    List<Map.Entry<String, String>> filters = new ArrayList<>(search.fields().entrySet());
    if (filters.size() > 1) {
      Map<String, Instant> reach = new HashMap<>();
      for (Map.Entry<String, String> filter : filters) {
        reach.put(filter.getKey(), reach(place, filter));
      }
      filters.sort(Map.Entry.comparingByKey(Comparator.comparing(reach::get)));
    }
    return filters;
  }

  /// The time of the entry that ends the newest ones with this value: the rarer the value, the
  /// older it is. Values of fewer entries come before all others, by their number.
  private Instant reach(long place, Map.Entry<String, String> filter) throws SQLException {
    String sql =
        "SELECT seconds, nanos FROM fields WHERE place = ? AND name = ? AND value = ?"
            + " ORDER BY seconds DESC, nanos DESC, id DESC LIMIT ?";
    List<Object> values = List.of(place, filter.getKey(), filter.getValue(), NEWEST);
    try (PreparedStatement select = prepared(sql, values);
        ResultSet rows = select.executeQuery()) {
      Instant last = Instant.MIN;
      int count = 0;
      while (rows.next()) {
        last = Instant.ofEpochSecond(rows.getLong(1), rows.getInt(2));
        count++;
      }
      return count < NEWEST ? Instant.MIN.plusNanos(count) : last;
    }
  }

  private PreparedStatement prepared(String sql, List<Object> values) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < values.size(); i++) {
      statement.setObject(i + 1, values.get(i));
    }
    return statement;
  }

  private static List<SearchTerm> terms(@Nullable String words) {
    return words == null ? List.of() : SearchTerm.parse(words);
  }
}
