package dev.waybill.documents.embed;

import dev.waybill.documents.remote.KeyValues;
import dev.waybill.spi.Key;
import java.math.BigDecimal;
import java.net.URI;
import java.util.List;

/// The settings of embeddings.
public final class EmbeddingKeys {

  private static final int MOST_DIMENSIONS = 16_384;
  private static final int MOST_TEXTS = 2_048;

  public static final Key<String> PROVIDER =
      Key.choice(
          "documents.embedding.provider",
          "local",
          "Where texts are embedded: in the server, by Google's Gemini API, or by an endpoint that"
              + " is compatible with OpenAI's.",
          "local",
          "google",
          "openai");
  public static final Key<String> MODEL =
      Key.text(
          "documents.embedding.model",
          null,
          "The embedding model; by default `gemini-embedding-001` or `text-embedding-3-small`."
              + " After a change, all documents are embedded again in the background.");
  public static final Key<URI> URL =
      KeyValues.url(
          "documents.embedding.url",
          "Base URL of the endpoint, up to and including the version, such as"
              + " `http://127.0.0.1:11434/v1`; by default that of the provider.");
  public static final Key<String> KEY =
      Key.text("documents.embedding.key", null, "API key of the endpoint. Google's requires one.")
          .kept();
  public static final Key<Integer> DIMENSION =
      Key.number(
          "documents.embedding.dimension",
          "0",
          0,
          MOST_DIMENSIONS,
          "Dimension of the vectors; 0 for the default: 768 for Google, 1536 for OpenAI. Required"
              + " for other models.");
  public static final Key<Integer> BATCH =
      Key.number(
          "documents.embedding.batch",
          "64",
          1,
          MOST_TEXTS,
          "Maximum number of texts in one call of the endpoint. Fewer if their vectors could be"
              + " more than 8 MiB; at most 100 for Google.");
  public static final Key<Long> RATE_CALLS =
      Key.large(
          "documents.embedding.rate_calls",
          "0",
          "Maximum number of calls per minute, per server; 0 for no limit.");
  public static final Key<Long> RATE_TOKENS =
      Key.large(
          "documents.embedding.rate_tokens",
          "0",
          "Maximum number of tokens per minute, per server; 0 for no limit.");
  public static final Key<Long> BUDGET_TOKENS =
      Key.large(
          "documents.embedding.budget_tokens",
          "0",
          "Maximum number of tokens of one tenant per day (UTC); 0 for no limit.");
  public static final Key<BigDecimal> BUDGET_COST =
      KeyValues.amount(
          "documents.embedding.budget_cost",
          "Maximum cost of one tenant per day (UTC), in the currency of"
              + " `documents.embedding.price`; 0 for no limit.");
  public static final Key<BigDecimal> PRICE =
      KeyValues.amount("documents.embedding.price", "Price of a million tokens, such as `0.15`.");

  public static final List<Key<?>> ALL =
      List.of(
          PROVIDER,
          MODEL,
          URL,
          KEY,
          DIMENSION,
          BATCH,
          RATE_CALLS,
          RATE_TOKENS,
          BUDGET_TOKENS,
          BUDGET_COST,
          PRICE);

  private EmbeddingKeys() {}
}
