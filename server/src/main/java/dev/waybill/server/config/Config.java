package dev.waybill.server.config;

import dev.waybill.spi.Key;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What holds: for every key that has a value, the value and who said it. All of them were read
/// without a problem.
public final class Config {

  /// @param source who said it, for people: `default`, a file, a variable, a flag
  public record Value(Object parsed, String text, String source) {}

  private final Map<String, Value> values;

  Config(Map<String, Value> values) {
    this.values = new LinkedHashMap<>(values);
  }

  /// The value of a key that has one in any case.
  public <T> T get(Key<T> key) {
    return find(key).orElseThrow(() -> new IllegalStateException(key.name() + " has no value"));
  }

  @SuppressWarnings("unchecked") // what is stored under a key was made by its parser
  public <T> Optional<T> find(Key<T> key) {
    return Optional.ofNullable(values.get(key.name())).map(value -> (T) value.parsed());
  }

  /// The value as it was written.
  Optional<String> text(Key<?> key) {
    return Optional.ofNullable(values.get(key.name())).map(Value::text);
  }

  /// Whether somebody set it: its value is not the default.
  boolean isSet(Key<?> key) {
    Value value = values.get(key.name());
    return value != null && !value.source().equals(ConfigReader.DEFAULT);
  }

  /// Everything that holds, for people; secrets are not shown.
  public Map<String, String> explained() {
    Map<String, String> lines = new LinkedHashMap<>();
    for (Key<?> key : Keys.ALL) {
      Value value = values.get(key.name());
      if (value != null) {
        String text = key.secret() ? "(hidden)" : value.text();
        lines.put(key.name(), text + " (" + value.source() + ")");
      }
    }
    return lines;
  }
}
