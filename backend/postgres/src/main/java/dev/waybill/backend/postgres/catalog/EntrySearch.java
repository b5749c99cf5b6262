package dev.waybill.backend.postgres.catalog;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.SearchTerm;
import dev.waybill.WaybillException;
import dev.waybill.backend.postgres.sql.Database;
import dev.waybill.backend.postgres.sql.SqlQuery;
import dev.waybill.base.SimilarWords;
import dev.waybill.base.Words;
import dev.waybill.spi.Catalog.Entry;
import dev.waybill.spi.Catalog.Search;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// One search of the index.
final class EntrySearch {

  /// The search for similar words reads a part of the vocabulary for each word.
  private static final int SIMILAR_PER_SEARCH = 4;

  private final Database database;
  private final Connection connection;
  private final Search search;
  private final StringBuilder sql =
      new StringBuilder(
          "select " + CatalogEntries.COLUMNS + " from {entry} e where e.tenant = ? and e.kind = ?");
  private final List<Object> values = new ArrayList<>();
  private int similarLeft = SIMILAR_PER_SEARCH;

  EntrySearch(Database database, Connection connection, Search search) {
    this.database = database;
    this.connection = connection;
    this.search = search;
  }

  Page<Entry> page() throws SQLException {
    values.add(StoredText.of(search.tenant()));
    values.add(StoredText.of(search.kind()));
    search
        .fields()
        .forEach(
            (name, value) -> and("e.filters @> array[?::int8]", StoredText.filter(name, value)));
    words();
    times();
    sql.append(" order by e.seconds desc, e.nanos desc, e.id desc limit ")
        .append(search.limit() + 1);
    SqlQuery query = database.queryOnce(connection, sql.toString());
    for (Object value : values) {
      query.value(value);
    }
    List<Entry> found = query.list(CatalogEntries::entry);
    boolean more = found.size() > search.limit();
    List<Entry> items = more ? found.subList(0, search.limit()) : found;
    return new Page<>(items, more ? cursor(items.getLast()) : null);
  }

  private static String cursor(Entry last) {
    Instant at = last.at();
    return at.getEpochSecond() + "." + at.getNano() + "." + last.key().id();
  }

  private void times() {
    if (search.before() != null) {
      String[] parts = search.before().split("\\.", 3);
      try {
        sql.append(" and (e.seconds, e.nanos, e.id) < (?, ?, ?)");
        values.add(Long.parseLong(parts[0]));
        values.add(Integer.parseInt(parts[1]));
        values.add(StoredText.of(parts[2]));
      } catch (NumberFormatException | ArrayIndexOutOfBoundsException foreign) {
        throw new WaybillException(
            Code.INVALID_CURSOR, "the cursor is not from this store", foreign);
      }
    }
    time(" and (e.seconds, e.nanos) >= (?, ?)", search.span().from());
    time(" and (e.seconds, e.nanos) < (?, ?)", search.span().before());
  }

  private void time(String condition, @org.jspecify.annotations.Nullable Instant time) {
    if (time != null) {
      sql.append(condition);
      values.add(time.getEpochSecond());
      values.add(time.getNano());
    }
  }

  private void words() throws SQLException {
    String words = search.words();
    List<String> all = new ArrayList<>();
    for (SearchTerm term : words == null ? List.<SearchTerm>of() : SearchTerm.parse(words)) {
      List<String> split = Words.of(term.text());
      if (!split.isEmpty()) {
        all.add(expression(term, split));
      }
    }
    if (!all.isEmpty()) {
      and("e.words @@ ?::tsquery", String.join(" & ", all));
    }
  }

  private String expression(SearchTerm term, List<String> split) throws SQLException {
    List<String> any = new ArrayList<>();
    any.add(phrase(split, term.isPrefix()));
    if (!term.isPrefix() && !term.isQuoted()) {
      for (int i = 0; i < split.size(); i++) {
        for (String other : similar(split.get(i))) {
          List<String> replaced = new ArrayList<>(split);
          replaced.set(i, other);
          any.add(phrase(replaced, false));
        }
      }
    }
    return any.stream().collect(Collectors.joining(" | ", "(", ")"));
  }

  /// Words have letters and digits only, so nothing in them has a meaning in quotes.
  private static String phrase(List<String> words, boolean isPrefix) {
    String all =
        words.stream()
            .map(word -> "'" + CatalogEntries.stored(word) + "'")
            .collect(Collectors.joining(" <-> "));
    return "(" + all + (isPrefix ? ":*" : "") + ")";
  }

  private List<String> similar(String word) throws SQLException {
    Optional<SimilarWords> similar = SimilarWords.to(word);
    if (similar.isEmpty() || similarLeft == 0) {
      return List.of();
    }
    List<String> near = vocabulary(similar.get());
    if (near.contains(word)) {
      return List.of();
    }
    similarLeft--;
    near.forEach(similar.get()::offer);
    return similar.get().nearest();
  }

  private List<String> vocabulary(SimilarWords similar) throws SQLException {
    return database
        .query(
            connection,
            "select word from {vocabulary} where tenant = ? and kind = ? and length between ? and ?")
        .text(StoredText.of(search.tenant()))
        .text(StoredText.of(search.kind()))
        .number(similar.shortest())
        .number(similar.longest())
        .list(row -> row.getString(1));
  }

  private void and(String condition, Object value) {
    sql.append(" and ").append(condition);
    values.add(value);
  }
}
