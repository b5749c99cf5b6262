package dev.waybill.messages.notify;

import dev.waybill.Code;
import dev.waybill.Priority;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.wire.json.JsonOut;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Sends to a topic of an ntfy server.
///
/// It publishes as JSON, which allows any characters in titles. ntfy has no idempotency keys. Since
/// version 2.16 it has sequence IDs: a message replaces an earlier one with the same sequence ID on
/// the devices. The notification ID is sent as `sequence_id`, so a notification that is sent twice
/// is shown once. Older servers ignore it and show both.
public final class NtfyNotifier implements Notifier {

  private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9_-]{1,64}");
  private static final int MESSAGE_BYTES = 4_096;
  private static final String ELLIPSIS = "…";
  private static final JsonMapper JSON = new JsonMapper();

  private final Target target;
  private final HttpPost post;

  /// The destination of notifications.
  ///
  /// @param server the URL of the server, such as `https://ntfy.sh`
  /// @param token an access token of the server, or null
  public record Target(URI server, String topic, @Nullable String token) {

    public Target {
      check(
          TOPIC.matcher(topic).matches(),
          "invalid ntfy topic " + Text.quote(topic) + ": use 1 to 64 letters, digits, '_' and '-'");
      check(
          token == null || token.chars().allMatch(c -> c > ' ' && c < 127),
          "an ntfy access token must have visible ASCII characters only");
    }

    /// Without token and topic: everyone who knows a topic can read it.
    @Override
    public String toString() {
      return "Target[" + server + "]";
    }

    private static void check(boolean holds, String otherwise) {
      if (!holds) {
        throw new WaybillException(Code.INVALID_ARGUMENT, otherwise);
      }
    }
  }

  public NtfyNotifier(Target target, InstantSource clock) {
    this(target, HttpPost.USUAL_TIMEOUT, clock);
  }

  /// @param timeout the time for one notification, from connecting to the end of the response
  public NtfyNotifier(Target target, Duration timeout, InstantSource clock) {
    this.target = target;
    this.post = new HttpPost(root(target.server()), timeout, clock);
  }

  @Override
  public Sent send(Notification notification) throws InterruptedException {
    String token = target.token();
    Map<String, String> headers =
        token == null ? Map.of() : Map.of("Authorization", "Bearer " + token);
    return new Sent(reference(post.send(json(notification), headers)));
  }

  private byte[] json(Notification notification) {
    return JsonOut.write(
        out -> {
          out.text("topic", target.topic());
          out.text("title", notification.title());
          out.text("message", fitting(notification.text()));
          out.number("priority", level(notification.priority()));
          out.texts("tags", notification.tags());
          out.text("click", notification.click());
          out.text("sequence_id", notification.id());
        });
  }

  private static int level(Priority priority) {
    return switch (priority) {
      case HIGH -> 5;
      case NORMAL -> 3;
      case LOW -> 2;
    };
  }

  /// Truncates the text: servers turn a longer text into a file or reject it.
  private static String fitting(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    if (utf8.length <= MESSAGE_BYTES) {
      return text;
    }
    int end = MESSAGE_BYTES - ELLIPSIS.getBytes(StandardCharsets.UTF_8).length;
    while ((utf8[end] & 0xC0) == 0x80) {
      end--;
    }
    return new String(utf8, 0, end, StandardCharsets.UTF_8) + ELLIPSIS;
  }

  /// The message ID of ntfy. A successful response that cannot be parsed is still a success.
  private static String reference(byte[] answer) {
    try {
      return Text.storable(JSON.readTree(answer).path("id").asString(""), 100);
    } catch (JacksonException unreadable) {
      return "";
    }
  }

  /// JSON is posted to the root of the server, not to the topic.
  private static URI root(URI server) {
    return URI.create(server.toString().replaceFirst("/+$", "") + "/");
  }
}
