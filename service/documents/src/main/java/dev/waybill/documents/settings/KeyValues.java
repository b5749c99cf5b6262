package dev.waybill.documents.settings;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.spi.Key;
import java.util.List;
import java.util.Map;

/// The values of settings. Each problem is refused with `INVALID_ARGUMENT`.
///
/// @param values by name
public record KeyValues(Map<String, String> values) {

  public KeyValues {
    values = Map.copyOf(values);
  }

  /// Reads every value once, so that a mistake is found at the start.
  public KeyValues checked(List<Key<?>> keys) {
    for (Key<?> key : keys) {
      if (!text(key).isEmpty()) {
        var _ = parsed(key, text(key));
      }
    }
    return this;
  }

  /// The value as it was written, or nothing.
  public String text(Key<?> key) {
    return values.getOrDefault(key.name(), "").strip();
  }

  /// The value, or the default.
  public <T> T get(Key<T> key) {
    String text = text(key);
    return parsed(key, text.isEmpty() && key.standard() != null ? key.standard() : text);
  }

  /// The value of a setting that the chosen ones need.
  ///
  /// @param when what it is required for
  public String require(Key<String> key, String when) {
    check(!text(key).isEmpty(), key, "is required for " + when);
    return text(key);
  }

  private static <T> T parsed(Key<T> key, String text) {
    try {
      return key.parser().apply(text);
    } catch (IllegalArgumentException wrong) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, key.name() + " must be " + key.kind(), wrong);
    }
  }

  public static void check(boolean holds, Key<?> key, String otherwise) {
    if (!holds) {
      throw new WaybillException(Code.INVALID_ARGUMENT, key.name() + " " + otherwise);
    }
  }

  /// Without the values: some of them are secret.
  @Override
  public String toString() {
    return "KeyValues" + values.keySet();
  }
}
