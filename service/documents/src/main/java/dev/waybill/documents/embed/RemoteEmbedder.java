package dev.waybill.documents.embed;

import dev.waybill.documents.remote.EstimatedTokens;
import dev.waybill.documents.remote.ModelException;
import dev.waybill.documents.remote.RemoteService;
import dev.waybill.messages.http.HttpSender;
import java.time.Duration;
import java.util.List;

/// Embeds texts by a service, with one call for all of them.
final class RemoteEmbedder implements Embedder {

  static final HttpSender.Timeouts TIMEOUTS =
      new HttpSender.Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(60));

  private final RemoteApi api;
  private final RemoteService service;

  RemoteEmbedder(RemoteApi api, HttpSender http) {
    this.api = api;
    this.service =
        new RemoteService(
            "the embedding service", http, api.key(), "lower documents.embedding.batch");
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
    byte[] answer;
    try {
      answer = service.call(api.request(texts, purpose));
    } catch (ModelException failed) {
      throw EmbeddingException.of(failed);
    }
    long estimate = texts.stream().mapToLong(this::tokens).sum();
    return AnswerReader.read(answer, api, texts.size(), estimate);
  }
}
