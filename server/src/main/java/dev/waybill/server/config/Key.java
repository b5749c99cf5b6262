package dev.waybill.server.config;

import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One thing that can be said.
///
/// @param name its place in the file, such as `server.port`
/// @param standard what holds where nothing is said; null for nothing
/// @param kind what a value looks like, for people
/// @param parser reads a value; throws an `IllegalArgumentException` that says what is wrong
/// @param secret never shown, and can be read from a file that `<variable>_FILE` names
public record Key<T>(
    String name,
    @Nullable String standard,
    String kind,
    String summary,
    Function<String, T> parser,
    boolean secret) {

  /// The environment variable that says the same.
  public String variable() {
    return "WAYBILL_" + name.replace('.', '_').toUpperCase(Locale.ROOT);
  }

  Key<T> kept() {
    return new Key<>(name, standard, kind, summary, parser, true);
  }
}
