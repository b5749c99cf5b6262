package dev.waybill.message;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What a sender adds to find messages again.
///
/// @param labels further names and values
public record MessageMetadata(
    SortedSet<String> tags, @Nullable String campaign, SortedMap<String, String> labels) {

  public static final MessageMetadata NONE = of(Set.of(), null, Map.of());

  public MessageMetadata {
    tags = Collections.unmodifiableSortedSet(new TreeSet<>(tags));
    labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
  }

  public static MessageMetadata of(
      Set<String> tags, @Nullable String campaign, Map<String, String> labels) {
    return new MessageMetadata(new TreeSet<>(tags), campaign, new TreeMap<>(labels));
  }
}
