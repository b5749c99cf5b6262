package dev.waybill.events.filter;

import dev.waybill.topic.Attribute;
import dev.waybill.topic.Attribute.Single;
import dev.waybill.topic.Subscription.Scope;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// An event as filter policies see it. The body is parsed at most once, and only if a policy uses
/// it. Not thread-safe.
public final class Subject {

  private final Map<String, Attribute> attributes;
  private @Nullable Supplier<@Nullable JsonNode> unread;
  private @Nullable JsonNode body;

  private Subject(Map<String, Attribute> attributes, Supplier<@Nullable JsonNode> body) {
    this.attributes = new HashMap<>(attributes);
    this.attributes.values().removeIf(Attribute.Binary.class::isInstance);
    this.unread = body;
  }

  /// The supplier returns null for a body that is not JSON; no policy on bodies matches it.
  public static Subject of(Map<String, Attribute> attributes, Supplier<@Nullable JsonNode> body) {
    return new Subject(attributes, body);
  }

  /// The body is text that need not be JSON. Its numbers are read exactly.
  public static Subject of(Map<String, Attribute> attributes, String body) {
    return new Subject(attributes, () -> FilterJson.readOrNull(body));
  }

  /// An event without a body.
  public static Subject of(Map<String, Attribute> attributes) {
    return new Subject(attributes, () -> null);
  }

  Map<String, Attribute> attributes() {
    return attributes;
  }

  /// The body if it is a JSON object, otherwise null.
  @Nullable JsonNode body() {
    if (unread != null) {
      @Nullable JsonNode read = unread.get();
      body = read != null && read.isObject() ? read : null;
      unread = null;
    }
    return body;
  }

  /// Whether the event has any keys. In SNS, no policy on attributes matches an event without
  /// attributes, not even one that requires the absence of a key.
  boolean hasKeys(Scope scope) {
    return switch (scope) {
      case ATTRIBUTES -> !attributes.isEmpty();
      case BODY -> body() != null;
    };
  }

  /// The values at this path.
  Leaf leaf(Scope scope, List<String> path) {
    return switch (scope) {
      case ATTRIBUTES -> attribute(path.getFirst());
      case BODY -> Leaf.in(body(), path);
    };
  }

  private Leaf attribute(String name) {
    return switch (attributes.get(name)) {
      case null -> Leaf.ABSENT;
      case Single value -> new Leaf(true, List.of(value));
      case Attribute.Many(var values) -> new Leaf(true, values);
      case Attribute.Binary _ -> Leaf.ABSENT;
    };
  }
}
