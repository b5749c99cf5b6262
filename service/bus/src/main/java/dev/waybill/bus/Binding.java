package dev.waybill.bus;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import io.lettuce.core.RedisURI;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A topic and the stream it is bound to, from a setting such as
/// `free-food=redis://localhost:6379/events.free-food?direction=both&dead=true`.
///
/// @param options the settings in the query, all of which have defaults
record Binding(String topic, URI server, String stream, Map<String, String> options) {

  private static final Map<String, String> DEFAULTS =
      Map.of(
          "tenant", "default",
          "direction", "both",
          "group", "waybill",
          "field", "data",
          "dead", "false",
          "trim", "false",
          "versions", "accept");

  private static final Map<String, Set<String>> CHOICES =
      Map.of(
          "direction", Set.of("in", "out", "both"),
          "dead", Set.of("true", "false"),
          "trim", Set.of("true", "false"),
          "versions", Set.of("accept", "reject"));

  Binding {
    options = Map.copyOf(options);
  }

  /// Reads bindings that are separated by blanks; two of them must not have the same stream.
  static List<Binding> parseAll(String text) {
    List<Binding> all = new ArrayList<>();
    for (String entry : text.isBlank() ? new String[0] : text.strip().split("\\s+", -1)) {
      Binding one = parse(entry);
      for (Binding other : all) {
        if (other.stream.equals(one.stream) && other.server.equals(one.server)) {
          throw invalid("two bindings have the stream " + Text.quote(one.stream));
        }
      }
      all.add(one);
    }
    return all;
  }

  private static Binding parse(String entry) {
    int equals = entry.indexOf('=');
    if (equals < 1 || !Text.isName(entry.substring(0, equals))) {
      throw invalid("write TOPIC=redis://HOST:PORT/STREAM, not " + withoutLogin(entry));
    }
    URI url = url(entry.substring(equals + 1));
    String path = url.getPath() == null ? "" : url.getPath();
    if (url.getHost() == null || path.length() < 2) {
      throw invalid(
          withoutLogin(entry)
              + " must name a host and a stream, as in"
              + " redis://localhost:6379/events.free-food");
    }
    if (!Set.of("redis", "rediss").contains(url.getScheme())) {
      throw invalid(
          "the address of a stream begins with redis:// or rediss://, not "
              + url.getScheme()
              + "://");
    }
    return new Binding(entry.substring(0, equals), url, path.substring(1), options(url));
  }

  private static URI url(String text) {
    try {
      return URI.create(text);
    } catch (IllegalArgumentException malformed) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "topics.bindings: not a URL: " + withoutLogin(text), malformed);
    }
  }

  private static Map<String, String> options(URI url) {
    Map<String, String> options = new LinkedHashMap<>(DEFAULTS);
    String query = url.getQuery() == null ? "" : url.getQuery();
    Arrays.stream(query.split("&", -1))
        .filter(pair -> !pair.isEmpty())
        .forEach(pair -> put(options, pair));
    return options;
  }

  private static void put(Map<String, String> options, String pair) {
    int equals = pair.indexOf('=');
    String name = equals < 0 ? pair : pair.substring(0, equals);
    String value = equals < 0 ? "" : pair.substring(equals + 1);
    if (!DEFAULTS.containsKey(name)) {
      throw invalid(
          "a stream has no option "
              + Text.quote(name)
              + ", only "
              + DEFAULTS.keySet().stream().sorted().toList());
    }
    Set<String> choices = CHOICES.getOrDefault(name, Set.of(value));
    if (value.isEmpty() || !choices.contains(value)) {
      throw invalid(
          "the option %s of a stream cannot be %s".formatted(name, Text.quote(value))
              + (CHOICES.containsKey(name)
                  ? "; use one of " + choices.stream().sorted().toList()
                  : ""));
    }
    options.put(name, value);
  }

  private static String withoutLogin(String text) {
    return text.replaceAll("//[^/@]*@", "//");
  }

  private static WaybillException invalid(String why) {
    return new WaybillException(Code.INVALID_ARGUMENT, "topics.bindings: " + why);
  }

  String option(String name) {
    return options.getOrDefault(name, "");
  }

  String tenant() {
    return option("tenant");
  }

  String group() {
    return option("group");
  }

  boolean reads() {
    return !option("direction").equals("out");
  }

  boolean writes() {
    return !option("direction").equals("in");
  }

  boolean has(String flag) {
    return option(flag).equals("true");
  }

  boolean rejectsOtherVersions() {
    return option("versions").equals("reject");
  }

  /// The stream of dead letters.
  String deadStream() {
    return stream + ".dead";
  }

  /// The queue of events that could not be published.
  String invalidQueue() {
    return "bus-in." + topic;
  }

  /// The queue of events that go to the stream.
  String outQueue() {
    return "bus-out." + topic;
  }

  String subscription() {
    return "redis." + Text.storable(stream.replaceAll("[^A-Za-z0-9._:-]", "_"), 100);
  }

  /// A key that is in the same slot as a stream.
  static String keyBeside(String stream, String name) {
    return "{" + stream + "}:waybill:" + name;
  }

  /// The address as the driver wants it.
  RedisURI uri() {
    String address = server.getScheme() + "://" + server.getRawAuthority();
    return RedisURI.create(address);
  }

  @Override
  public String toString() {
    return topic + "=" + server.getHost() + "/" + stream;
  }
}
