package dev.waybill.bus.binding;

import dev.waybill.base.Text;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// The options that a kind of binding has.
///
/// @param of the thing that is bound, for error messages, such as `a stream`
/// @param defaults all options with their defaults; empty if an option is not set by default
/// @param choices the options that allow only certain values
public record BindingOptions(
    String of, Map<String, String> defaults, Map<String, Set<String>> choices) {

  public BindingOptions {
    defaults = Map.copyOf(defaults);
    choices = Map.copyOf(choices);
  }

  /// Reads `name=value&name=value`, with percent-encoded values.
  public Map<String, String> parse(String query) {
    Map<String, String> options = new LinkedHashMap<>(defaults);
    Arrays.stream(query.split("&", -1))
        .filter(pair -> !pair.isEmpty())
        .forEach(pair -> put(options, pair));
    return options;
  }

  private void put(Map<String, String> options, String pair) {
    int equals = pair.indexOf('=');
    String name = equals < 0 ? pair : pair.substring(0, equals);
    String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
    if (!defaults.containsKey(name)) {
      throw BindingText.invalid(
          "%s has no option %s, only %s"
              .formatted(of, Text.quote(name), defaults.keySet().stream().sorted().toList()));
    }
    Set<String> allowed = choices.getOrDefault(name, Set.of(value));
    if (value.isEmpty() || !allowed.contains(value)) {
      throw BindingText.invalid(
          "the option %s of %s is invalid: %s".formatted(name, of, Text.quote(value))
              + (choices.containsKey(name)
                  ? "; use one of " + allowed.stream().sorted().toList()
                  : ""));
    }
    options.put(name, value);
  }

  private static String decoded(String value) {
    try {
      return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      throw BindingText.invalid("not percent-encoded: " + Text.quote(value));
    }
  }
}
