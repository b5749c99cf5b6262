package dev.waybill.backend.nats;

import dev.waybill.WaybillException;
import io.nats.client.Message;
import io.nats.client.api.MessageGetRequest;
import io.nats.client.api.MessageInfo;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Reads single messages of a stream, many at once: sends all requests before it waits for the
/// first answer. With several replicas only the leader is asked, because others may lag behind.
final class StreamReads {

  private static final int NOT_FOUND = 404;

  private final NatsLink link;
  private final String stream;
  private final boolean direct;

  StreamReads(NatsLink link, String stream) {
    this.link = link;
    this.stream = stream;
    this.direct = link.config().replicas() == 1;
  }

  /// The last message of each subject, or null.
  List<@Nullable MessageInfo> last(List<String> subjects) {
    return all(subjects, MessageGetRequest::lastForSubject);
  }

  /// The messages with these sequences, or null.
  List<@Nullable MessageInfo> at(List<Long> sequences) {
    return all(sequences, MessageGetRequest::forSequence);
  }

  private <T> List<@Nullable MessageInfo> all(
      List<T> wanted, Function<T, MessageGetRequest> question) {
    long end = System.nanoTime() + NatsLink.PATIENCE.toNanos();
    while (true) {
      try {
        return once(wanted, question);
      } catch (WaybillException failed) {
        // Reads change nothing, so they are repeated; the request waits for the connection.
        boolean cut = failed.getCause() instanceof NatsLink.CutException;
        if (!cut || System.nanoTime() - end >= 0) {
          throw failed;
        }
      }
    }
  }

  private <T> List<@Nullable MessageInfo> once(
      List<T> wanted, Function<T, MessageGetRequest> question) {
    List<CompletableFuture<Message>> asked = wanted.stream().map(question).map(this::ask).toList();
    return asked.stream().map(answer -> read(link.await("read " + stream, answer))).toList();
  }

  private CompletableFuture<Message> ask(MessageGetRequest request) {
    String subject = (direct ? "$JS.API.DIRECT.GET." : "$JS.API.STREAM.MSG.GET.") + stream;
    byte[] body = request.toJson().getBytes(StandardCharsets.UTF_8);
    return link.connection().requestWithTimeout(subject, body, NatsLink.PATIENCE);
  }

  private @Nullable MessageInfo read(Message answer) {
    if (answer.isStatusMessage()) {
      if (direct && answer.getStatus().getCode() == NOT_FOUND) {
        return null;
      }
      throw unreadable(answer.getStatus().getCode(), answer.getStatus().getMessageWithCode());
    }
    MessageInfo found = new MessageInfo(answer, stream, direct);
    if (found.hasError()) {
      if (found.getApiErrorCode() == NatsErrors.NO_MESSAGE_FOUND) {
        return null;
      }
      throw unreadable(found.getErrorCode(), String.valueOf(found.getError()));
    }
    return found;
  }

  private WaybillException unreadable(int status, String why) {
    return new WaybillException(NatsErrors.code(status), NatsErrors.unable("read " + stream, why));
  }
}
