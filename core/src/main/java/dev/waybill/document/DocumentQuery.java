package dev.waybill.document;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A question to the documents of a tenant. Empty sets and nulls do not restrict.
///
/// @param session null for every one
/// @param types such as `pdf`
/// @param createdFrom inclusive
/// @param createdBefore exclusive
public record DocumentQuery(
    String text,
    @Nullable String session,
    Set<String> documents,
    Set<String> types,
    @Nullable Instant createdFrom,
    @Nullable Instant createdBefore,
    int limit) {

  public static final int DEFAULT_LIMIT = 10;
  public static final int MAX_LIMIT = 100;
  public static final int MAX_LENGTH = 4_096;

  /// The largest number of values of one filter.
  public static final int FILTER_VALUES = 1_000;

  public DocumentQuery {
    documents = Set.copyOf(documents);
    types = Set.copyOf(types);
  }

  public static DocumentQuery of(String text) {
    return new DocumentQuery(text, null, Set.of(), Set.of(), null, null, DEFAULT_LIMIT);
  }

  public DocumentQuery inSession(@Nullable String one) {
    return new DocumentQuery(text, one, documents, types, createdFrom, createdBefore, limit);
  }

  public DocumentQuery withDocuments(Set<String> some) {
    return new DocumentQuery(text, session, some, types, createdFrom, createdBefore, limit);
  }

  public DocumentQuery withTypes(Set<String> some) {
    return new DocumentQuery(text, session, documents, some, createdFrom, createdBefore, limit);
  }

  public DocumentQuery withCreated(@Nullable Instant from, @Nullable Instant before) {
    return new DocumentQuery(text, session, documents, types, from, before, limit);
  }

  public DocumentQuery withLimit(int most) {
    return new DocumentQuery(text, session, documents, types, createdFrom, createdBefore, most);
  }
}
