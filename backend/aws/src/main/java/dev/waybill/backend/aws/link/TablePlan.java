package dev.waybill.backend.aws.link;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/// A table of DynamoDB as Waybill creates it: on demand, encrypted, with its indexes.
///
/// @param key the primary key
/// @param indexes its secondary indexes
/// @param expires the attribute with the time of expiry in seconds; null for none
/// @param streams whether the table has a stream of new images
public record TablePlan(
    String name, IndexKey key, List<Index> indexes, @Nullable String expires, boolean streams) {

  public TablePlan {
    indexes = List.copyOf(indexes);
  }

  public static TablePlan of(String name, IndexKey key) {
    return new TablePlan(name, key, List.of(), null, false);
  }

  public TablePlan withIndex(Index index) {
    List<Index> more = new ArrayList<>(indexes);
    more.add(index);
    return new TablePlan(name, key, more, expires, streams);
  }

  public TablePlan withExpiry(String attribute) {
    return new TablePlan(name, key, indexes, attribute, streams);
  }

  public TablePlan withStream() {
    return new TablePlan(name, key, indexes, expires, true);
  }

  /// An attribute of a key.
  public record Part(String name, ScalarAttributeType type) {

    public static Part text(String name) {
      return new Part(name, ScalarAttributeType.S);
    }

    public static Part number(String name) {
      return new Part(name, ScalarAttributeType.N);
    }
  }

  /// @param range null if items have only a hash key
  public record IndexKey(Part hash, @Nullable Part range) {

    List<Part> parts() {
      return range == null ? List.of(hash) : List.of(hash, range);
    }
  }

  /// A secondary index.
  ///
  /// @param local whether it is a local index, which answers consistent reads
  /// @param projected null for all attributes, otherwise those besides the keys
  public record Index(String name, IndexKey key, boolean local, @Nullable List<String> projected) {

    /// A global index with all attributes.
    public static Index global(String name, IndexKey key) {
      return new Index(name, key, false, null);
    }

    /// A local index with all attributes.
    public static Index local(String name, IndexKey key) {
      return new Index(name, key, true, null);
    }

    /// Only with the keys and these attributes.
    public Index with(String... attributes) {
      return new Index(name, key, local, List.of(attributes));
    }
  }

  /// The attributes of all keys, each once.
  Map<String, ScalarAttributeType> attributes() {
    Map<String, ScalarAttributeType> types = new LinkedHashMap<>();
    key.parts().forEach(part -> types.put(part.name(), part.type()));
    indexes.forEach(
        index -> index.key().parts().forEach(part -> types.put(part.name(), part.type())));
    return types;
  }
}
