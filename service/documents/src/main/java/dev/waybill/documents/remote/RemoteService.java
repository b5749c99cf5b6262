package dev.waybill.documents.remote;

import dev.waybill.base.Text;
import dev.waybill.messages.http.HttpOutcome;
import dev.waybill.messages.http.HttpSender;
import dev.waybill.messages.http.OutgoingRequest;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A configured service that is called over HTTP. Its errors never contain its key.
///
/// @param name in errors, such as `the embedding service`
/// @param key the secret of the service; empty for none
/// @param advice what to change if an answer is too large
public record RemoteService(String name, HttpSender http, String key, String advice) {

  private static final Set<Integer> LATER = Set.of(408, 409, 425, 429);
  private static final int SERVER_ERROR = 500;
  private static final int QUOTED = 300;

  /// Google says in the body how long to wait.
  private static final Pattern RETRY_DELAY =
      Pattern.compile("\"retryDelay\"\\s*:\\s*\"([0-9]{1,6})(?:[.][0-9]+)?s\"");

  /// The body of the answer.
  public byte[] call(OutgoingRequest request) throws ModelException {
    return switch (sent(request)) {
      case HttpOutcome.Answered answer when answer.isGood() -> body(answer);
      case HttpOutcome.Answered answer -> throw failure(answer);
      case HttpOutcome.Forbidden forbidden ->
          throw ModelException.permanent(withoutKey(forbidden.error()));
      case HttpOutcome.Failed failed ->
          throw ModelException.temporary(withoutKey(failed.error()), null);
    };
  }

  private HttpOutcome sent(OutgoingRequest request) throws ModelException {
    try {
      return http.send(request);
    } catch (InterruptedException interrupted) {
      throw ModelException.stopped();
    }
  }

  private byte[] body(HttpOutcome.Answered answer) throws ModelException {
    if (answer.body().size() >= HttpSender.TRUSTED_ANSWER_BYTES) {
      throw ModelException.permanent("the answer of " + name + " is too large; " + advice);
    }
    return answer.body().bytesWithoutCopy();
  }

  private ModelException failure(HttpOutcome.Answered answer) {
    int status = answer.status();
    String body = answer.body().text();
    String text = Text.storable(body.replaceAll("\\s+", " ").strip(), QUOTED);
    String error = withoutKey(name + " answered " + status + (text.isEmpty() ? "" : ": " + text));
    return status >= SERVER_ERROR || LATER.contains(status)
        ? ModelException.temporary(error, retryAfter(answer, body))
        : ModelException.permanent(error);
  }

  private static @Nullable Duration retryAfter(HttpOutcome.Answered answer, String body) {
    Matcher delay = RETRY_DELAY.matcher(body);
    return answer.retryAfter() == null && delay.find()
        ? Duration.ofSeconds(Long.parseLong(delay.group(1)) + 1)
        : answer.retryAfter();
  }

  /// Some services repeat the key in their errors.
  private String withoutKey(String error) {
    return key.isEmpty() ? error : error.replace(key, "…");
  }

  /// Without the key.
  @Override
  public String toString() {
    return "RemoteService[" + name + "]";
  }
}
