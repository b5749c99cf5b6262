package dev.waybill.bus.redis;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.bus.binding.BindingOptions;
import dev.waybill.bus.binding.BindingText;
import dev.waybill.bus.binding.BoundTopic;
import io.lettuce.core.RedisURI;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A topic and the stream it is bound to, from a setting such as
/// `free-food=redis://localhost:6379/events.free-food?direction=both&dead=true`.
public record StreamBinding(BoundTopic bound, URI server, String stream) {

  private static final BindingOptions OPTIONS =
      new BindingOptions(
          "a stream",
          Map.of(
              "tenant", "default",
              "direction", "both",
              "group", "waybill",
              "field", "data",
              "dead", "false",
              "trim", "false",
              "versions", "accept"),
          Map.of(
              "direction", Set.of("in", "out", "both"),
              "dead", Set.of("true", "false"),
              "trim", Set.of("true", "false"),
              "versions", Set.of("accept", "reject")));

  /// Two bindings must not have the same stream.
  public static List<StreamBinding> parseAll(List<BindingText> texts) {
    List<StreamBinding> all = new ArrayList<>();
    for (BindingText text : texts) {
      StreamBinding one = parse(text);
      for (StreamBinding other : all) {
        if (other.stream.equals(one.stream) && other.server.equals(one.server)) {
          throw BindingText.invalid("two bindings have the stream " + Text.quote(one.stream));
        }
      }
      all.add(one);
    }
    return all;
  }

  private static StreamBinding parse(BindingText text) {
    URI url = url(text);
    String path = url.getPath() == null ? "" : url.getPath();
    if (url.getHost() == null || path.length() < 2) {
      throw BindingText.invalid(
          text.shown()
              + " must name a host and a stream, as in"
              + " redis://localhost:6379/events.free-food");
    }
    if (!Set.of("redis", "rediss").contains(url.getScheme())) {
      throw BindingText.invalid(
          "an address begins with redis://, rediss:// or arn:aws:sns:, not "
              + url.getScheme()
              + "://");
    }
    String stream = path.substring(1);
    return new StreamBinding(
        new BoundTopic(text.topic(), "bus", stream, OPTIONS.parse(text.query())), url, stream);
  }

  private static URI url(BindingText text) {
    try {
      return URI.create(text.address());
    } catch (IllegalArgumentException malformed) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT, "topics.bindings: not a URL: " + text.shown(), malformed);
    }
  }

  String option(String name) {
    return bound.option(name);
  }

  String group() {
    return option("group");
  }

  boolean rejectsOtherVersions() {
    return option("versions").equals("reject");
  }

  /// The stream of dead letters.
  String deadStream() {
    return stream + ".dead";
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
    return bound.topic() + "=" + server.getHost() + "/" + stream;
  }
}
