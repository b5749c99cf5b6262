package dev.waybill.documents.index;

import dev.waybill.documents.parse.FileType;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which documents a search looks at. Empty sets and nulls do not restrict.
///
/// @param createdFrom inclusive
/// @param createdTo exclusive
public record ChunkFilter(
    Set<String> sessions,
    Set<String> documents,
    Set<FileType> types,
    @Nullable Instant createdFrom,
    @Nullable Instant createdTo) {

  public static final ChunkFilter ALL = new ChunkFilter(Set.of(), Set.of(), Set.of(), null, null);

  public ChunkFilter {
    sessions = Set.copyOf(sessions);
    documents = Set.copyOf(documents);
    types = Set.copyOf(types);
  }

  public static ChunkFilter session(String session) {
    return new ChunkFilter(Set.of(session), Set.of(), Set.of(), null, null);
  }
}
