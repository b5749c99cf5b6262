package dev.waybill.backend.search;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.SearchTerm;
import dev.waybill.WaybillException;
import dev.waybill.settings.Limits;
import dev.waybill.spi.Catalog.Entry;
import dev.waybill.spi.Catalog.EntryKey;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// One search, as SQL. Every index that can lead is read in the order of the result, so the cost of
/// a page depends on its size.
final class CatalogSearch {

  /// Counting further does not help to choose a filter.
  private static final int COUNTED = 1_000;

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
    List<Entry> found = new ArrayList<>();
    try (PreparedStatement select = select();
        ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        found.add(entry(rows));
      }
    }
    if (found.size() <= search.limit()) {
      return new Page<>(List.copyOf(found), null);
    }
    List<Entry> shown = List.copyOf(found.subList(0, search.limit()));
    return new Page<>(shown, CatalogCursor.of(shown.getLast()).toString());
  }

  private PreparedStatement select() throws SQLException {
    List<Map.Entry<String, String>> filters = rarestFirst();
    List<Object> values = new ArrayList<>(List.of(search.tenant(), search.kind()));
    StringBuilder sql = new StringBuilder("SELECT e.row, e.id, e.seconds, e.nanos, e.text FROM ");
    if (filters.isEmpty()) {
      sql.append("entries lead JOIN entries e ON e.row = lead.row");
      sql.append(" WHERE lead.tenant = ? AND lead.kind = ?");
    } else {
      // CROSS fixes the order of the tables.
      sql.append("fields lead CROSS JOIN entries e ON e.row = lead.row");
      sql.append(" WHERE lead.tenant = ? AND lead.kind = ? AND lead.name = ? AND lead.value = ?");
      values.add(filters.getFirst().getKey());
      values.add(filters.getFirst().getValue());
    }
    filters.stream().skip(1).forEach(filter -> addFilter(sql, values, filter));
    addWords(sql, values);
    addPlace(sql, values);
    sql.append(" ORDER BY lead.seconds DESC, lead.nanos DESC, lead.id DESC LIMIT ?");
    values.add(search.limit() + 1);
    return prepared(sql.toString(), values);
  }

  private static void addFilter(
      StringBuilder sql, List<Object> values, Map.Entry<String, String> filter) {
    sql.append(" AND EXISTS (SELECT 1 FROM fields other");
    sql.append(" WHERE other.row = lead.row AND other.name = ? AND other.value = ?)");
    values.add(filter.getKey());
    values.add(filter.getValue());
  }

  private void addWords(StringBuilder sql, List<Object> values) {
    List<SearchTerm> terms = terms(search.words());
    if (!terms.isEmpty()) {
      sql.append(" AND lead.row IN (SELECT rowid FROM words WHERE words MATCH ?)");
      values.add(terms.stream().map(CatalogSearch::quoted).collect(Collectors.joining(" ")));
    }
  }

  private void addPlace(StringBuilder sql, List<Object> values) {
    if (search.before() != null) {
      CatalogCursor cursor = CatalogCursor.parse(search.before());
      sql.append(" AND (lead.seconds, lead.nanos, lead.id) < (?, ?, ?)");
      values.addAll(List.of(cursor.seconds(), cursor.nanos(), cursor.id()));
    }
  }

  /// The rarest filter leads; the others are checked for each entry that it finds.
  private List<Map.Entry<String, String>> rarestFirst() throws SQLException {
    List<Map.Entry<String, String>> filters = new ArrayList<>(search.fields().entrySet());
    if (filters.size() > 1) {
      Map<String, Integer> counts = new HashMap<>();
      for (Map.Entry<String, String> filter : filters) {
        counts.put(filter.getKey(), countUpToLimit(filter));
      }
      filters.sort(Map.Entry.comparingByKey(Comparator.comparing(counts::get)));
    }
    return filters;
  }

  private int countUpToLimit(Map.Entry<String, String> filter) throws SQLException {
    String sql =
        "SELECT count(*) FROM (SELECT 1 FROM fields"
            + " WHERE tenant = ? AND kind = ? AND name = ? AND value = ? LIMIT ?)";
    List<Object> values =
        List.of(search.tenant(), search.kind(), filter.getKey(), filter.getValue(), COUNTED);
    try (PreparedStatement count = prepared(sql, values);
        ResultSet row = count.executeQuery()) {
      return row.getInt(1);
    }
  }

  private Entry entry(ResultSet row) throws SQLException {
    return new Entry(
        new EntryKey(search.tenant(), search.kind(), row.getString("id")),
        Instant.ofEpochSecond(row.getLong("seconds"), row.getInt("nanos")),
        fields(row.getLong("row")),
        row.getString("text"));
  }

  private Map<String, String> fields(long row) throws SQLException {
    Map<String, String> fields = new HashMap<>();
    String sql = "SELECT name, value FROM fields WHERE row = ?";
    try (PreparedStatement select = prepared(sql, List.of(row));
        ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        fields.put(rows.getString(1), rows.getString(2));
      }
    }
    return fields;
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

  /// In quotes only the quote itself has a meaning.
  private static String quoted(SearchTerm term) {
    return '"' + term.text().replace("\"", "\"\"") + '"' + (term.isPrefix() ? " *" : "");
  }
}
