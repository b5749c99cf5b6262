package dev.waybill.documents.model;

import dev.waybill.documents.remote.KeyValues;
import dev.waybill.spi.Key;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/// The settings of diagrams by a language model.
public final class DiagramKeys {

  private static final int LEAST_PROMPT = 2_000;
  private static final int MOST_PROMPT = 1_000_000;

  public static final Key<String> PROVIDER =
      Key.choice(
          "documents.diagram.provider",
          "none",
          "The language model for diagrams: none, an endpoint that is compatible with OpenAI's"
              + " chat completions, or Google's Gemini API.",
          "none",
          "openai",
          "gemini");
  public static final Key<String> MODEL =
      Key.text(
          "documents.diagram.model",
          null,
          "The language model; by default `gpt-4o-mini` or `gemini-2.5-flash`.");
  public static final Key<URI> URL =
      KeyValues.url(
          "documents.diagram.url",
          "Base URL of the endpoint, up to and including the version, such as"
              + " `http://127.0.0.1:11434/v1`; by default that of the provider.");
  public static final Key<String> KEY =
      Key.text("documents.diagram.key", null, "API key of the endpoint. Google's requires one.")
          .kept();
  public static final Key<Duration> TIMEOUT =
      Key.duration("documents.diagram.timeout", "120s", "Maximum duration of one call.");
  public static final Key<Integer> PROMPT =
      Key.number(
          "documents.diagram.max_prompt",
          "60000",
          LEAST_PROMPT,
          MOST_PROMPT,
          "Maximum number of characters of a question to the model.");
  public static final Key<Long> RATE_CALLS =
      Key.large(
          "documents.diagram.rate_calls",
          "0",
          "Maximum number of calls per minute, per server; 0 for no limit.");

  public static final Key<Long> BUDGET_TOKENS =
      Key.large(
          "documents.diagram.budget_tokens",
          "0",
          "Maximum number of tokens of questions and answers of one tenant per day (UTC); 0 for no"
              + " limit.");
  public static final Key<BigDecimal> BUDGET_COST =
      KeyValues.amount(
          "documents.diagram.budget_cost",
          "Maximum cost of one tenant per day (UTC), in the currency of"
              + " `documents.diagram.price`; 0 for no limit.");
  public static final Key<BigDecimal> PRICE =
      KeyValues.amount(
          "documents.diagram.price",
          "Price of a million tokens, such as `0.60`; if questions and answers have different"
              + " prices, the higher one.");

  public static final List<Key<?>> ALL =
      List.of(
          PROVIDER,
          MODEL,
          URL,
          KEY,
          TIMEOUT,
          PROMPT,
          RATE_CALLS,
          BUDGET_TOKENS,
          BUDGET_COST,
          PRICE);

  private DiagramKeys() {}
}
