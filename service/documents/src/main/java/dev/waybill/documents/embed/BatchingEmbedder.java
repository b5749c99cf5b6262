package dev.waybill.documents.embed;

import java.util.ArrayList;
import java.util.List;

/// Splits texts into calls with a limited number of texts and tokens. A single text with more
/// tokens is a call of its own.
final class BatchingEmbedder extends ForwardingEmbedder {

  private final int mostTexts;
  private final int mostTokens;

  BatchingEmbedder(Embedder next, int mostTexts, int mostTokens) {
    super(next);
    this.mostTexts = mostTexts;
    this.mostTokens = mostTokens;
  }

  @Override
  public Embedded embed(List<String> texts, Purpose purpose) throws EmbeddingException {
    List<Vector> vectors = new ArrayList<>();
    long tokens = 0;
    int start = 0;
    while (start < texts.size()) {
      int end = endOfBatch(texts, start);
      Embedded embedded = next.embed(texts.subList(start, end), purpose);
      vectors.addAll(embedded.vectors());
      tokens += embedded.tokens();
      start = end;
    }
    return new Embedded(vectors, tokens);
  }

  @Override
  public int inOneCall(List<String> texts) {
    return texts.isEmpty() ? 0 : endOfBatch(texts, 0);
  }

  private int endOfBatch(List<String> texts, int start) {
    int end = start + 1;
    long tokens = tokens(texts.get(start));
    while (end < texts.size() && end - start < mostTexts) {
      tokens += tokens(texts.get(end));
      if (tokens > mostTokens) {
        return end;
      }
      end++;
    }
    return end;
  }
}
