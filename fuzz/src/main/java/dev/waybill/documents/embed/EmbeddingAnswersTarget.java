package dev.waybill.documents.embed;

import dev.waybill.documents.embed.Embedder.Embedded;
import dev.waybill.fuzz.FuzzTarget;
import java.util.List;

/// Answers of embedding services, read as those of OpenAI and of Google. An answer may be refused;
/// an accepted one has a vector for each text.
public final class EmbeddingAnswersTarget implements FuzzTarget {

  private static final int TEXTS = 2;
  private static final EmbeddingModel MODEL = new EmbeddingModel("fuzz", 3, 256);
  private static final List<RemoteApi> APIS =
      List.of(
          new OpenAiApi(MODEL, OpenAiApi.STANDARD, ""),
          new GoogleApi(MODEL, GoogleApi.STANDARD, ""));

  @Override
  public void accept(byte[] input) {
    APIS.forEach(api -> read(input, api));
  }

  private static void read(byte[] answer, RemoteApi api) {
    try {
      Embedded embedded = AnswerReader.read(answer, api, TEXTS, 1);
      if (embedded.vectors().size() != TEXTS || embedded.tokens() < 0) {
        throw new IllegalStateException("accepted as " + embedded);
      }
    } catch (EmbeddingException refused) {
      return;
    }
  }
}
