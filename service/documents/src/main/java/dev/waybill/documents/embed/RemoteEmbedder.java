package dev.waybill.documents.embed;

import dev.waybill.base.Text;
import dev.waybill.messages.http.HttpOutcome;
import dev.waybill.messages.http.HttpSender;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Embeds texts by a service, with one call for all of them.
final class RemoteEmbedder implements Embedder {

  static final HttpSender.Timeouts TIMEOUTS =
      new HttpSender.Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(60));

  private static final Set<Integer> LATER = Set.of(408, 409, 425, 429);
  private static final int SERVER_ERROR = 500;
  private static final int QUOTED = 300;

  /// Google says in the body how long to wait.
  private static final Pattern RETRY_DELAY =
      Pattern.compile("\"retryDelay\"\\s*:\\s*\"([0-9]{1,6})(?:[.][0-9]+)?s\"");

  private final RemoteApi api;
  private final HttpSender http;

  RemoteEmbedder(RemoteApi api, HttpSender http) {
    this.api = api;
    this.http = http;
  }

  @Override
  public EmbeddingModel model() {
    return api.model();
  }

  @Override
  public int tokens(String text) {
    return EstimatedTokens.of(text);
  }

  @Override
  public Embedded embed(List<String> texts, Purpose purpose) throws EmbeddingException {
    return switch (sent(texts, purpose)) {
      case HttpOutcome.Answered answer when answer.isGood() -> read(answer, texts);
      case HttpOutcome.Answered answer -> throw failure(answer);
      case HttpOutcome.Forbidden forbidden ->
          throw EmbeddingException.refused(withoutKey(forbidden.error()));
      case HttpOutcome.Failed failed ->
          throw EmbeddingException.retryable(withoutKey(failed.error()), null);
    };
  }

  private HttpOutcome sent(List<String> texts, Purpose purpose) throws EmbeddingException {
    try {
      return http.send(api.request(texts, purpose));
    } catch (InterruptedException interrupted) {
      throw EmbeddingException.interrupted();
    }
  }

  private Embedded read(HttpOutcome.Answered answer, List<String> texts) throws EmbeddingException {
    if (answer.body().size() >= HttpSender.TRUSTED_ANSWER_BYTES) {
      throw EmbeddingException.refused(
          "the answer of the embedding service is too large; lower documents.embedding.batch");
    }
    long estimate = texts.stream().mapToLong(this::tokens).sum();
    return AnswerReader.read(answer.body().bytesWithoutCopy(), api, texts.size(), estimate);
  }

  private EmbeddingException failure(HttpOutcome.Answered answer) {
    int status = answer.status();
    String body = answer.body().text();
    String text = Text.storable(body.replaceAll("\\s+", " ").strip(), QUOTED);
    String error =
        withoutKey(
            "the embedding service answered " + status + (text.isEmpty() ? "" : ": " + text));
    return status >= SERVER_ERROR || LATER.contains(status)
        ? EmbeddingException.retryable(error, retryAfter(answer, body))
        : EmbeddingException.refused(error);
  }

  private static @Nullable Duration retryAfter(HttpOutcome.Answered answer, String body) {
    Matcher delay = RETRY_DELAY.matcher(body);
    return answer.retryAfter() == null && delay.find()
        ? Duration.ofSeconds(Long.parseLong(delay.group(1)) + 1)
        : answer.retryAfter();
  }

  /// Some services repeat the key in their errors.
  private String withoutKey(String error) {
    return api.key().isEmpty() ? error : error.replace(api.key(), "…");
  }
}
