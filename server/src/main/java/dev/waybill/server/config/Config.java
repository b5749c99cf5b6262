package dev.waybill.server.config;

import dev.waybill.spi.Key;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The effective configuration: for every key with a value, the value and its source. All values
/// are valid.
public final class Config {

  /// @param source where the value was set, for messages: `default`, a file, a variable, a flag
  public record Value(Object parsed, String text, String source) {}

  private final Map<String, Value> values;

  Config(Map<String, Value> values) {
    this.values = new LinkedHashMap<>(values);
  }

  /// The value of a key that always has one.
  public <T> T get(Key<T> key) {
    return find(key).orElseThrow(() -> new IllegalStateException(key.name() + " has no value"));
  }

  @SuppressWarnings("unchecked") // the value of a key comes from its parser
  public <T> Optional<T> find(Key<T> key) {
    return Optional.ofNullable(values.get(key.name())).map(value -> (T) value.parsed());
  }

  /// The value as it was written.
  public Optional<String> text(Key<?> key) {
    return Optional.ofNullable(values.get(key.name())).map(Value::text);
  }

  /// True if the value is not the default.
  boolean isSet(Key<?> key) {
    Value value = values.get(key.name());
    return value != null && !value.source().equals(ConfigReader.DEFAULT);
  }

  /// All values with their sources, for display; secrets are masked.
  public Map<String, String> explained() {
    Map<String, String> lines = new LinkedHashMap<>();
    for (Key<?> key : Keys.ALL) {
      Value value = values.get(key.name());
      if (value != null) {
        String text = key.secret() ? "(hidden)" : withoutLogin(value.text());
        lines.put(key.name(), text + " (" + value.source() + ")");
      }
    }
    return lines;
  }

  /// A URL may contain a password, in which special characters may be as they are.
  static String withoutLogin(String text) {
    return text.replaceAll("(?<=://).*@", "");
  }
}
