package dev.waybill.messages.notify;

import dev.waybill.Code;
import dev.waybill.Priority;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.messages.provider.push.NtfyRequest;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Sends to a topic of an ntfy server. A notification that is sent twice is shown once; see
/// [NtfyRequest].
public final class NtfyNotifier implements Notifier {

  private final Target target;
  private final HttpPost post;

  /// The destination of notifications.
  ///
  /// @param server the URL of the server, such as `https://ntfy.sh`
  /// @param token an access token of the server, or null
  public record Target(URI server, String topic, @Nullable String token) {

    public Target {
      check(
          NtfyRequest.isTopic(topic),
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
    this.post = new HttpPost(NtfyRequest.root(target.server()), timeout, clock);
  }

  @Override
  public Sent send(Notification notification) throws InterruptedException {
    String token = target.token();
    Map<String, String> headers =
        token == null ? Map.of() : Map.of("Authorization", "Bearer " + token);
    return new Sent(NtfyRequest.reference(post.send(json(notification), headers)));
  }

  private byte[] json(Notification notification) {
    return new NtfyRequest(
            target.topic(),
            notification.id(),
            notification.title(),
            notification.text(),
            new NtfyRequest.Extras(
                level(notification.priority()), notification.tags(), notification.click()))
        .json();
  }

  private static int level(Priority priority) {
    return switch (priority) {
      case HIGH -> 5;
      case NORMAL -> 3;
      case LOW -> 2;
    };
  }
}
