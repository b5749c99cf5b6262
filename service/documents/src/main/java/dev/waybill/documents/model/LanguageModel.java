package dev.waybill.documents.model;

import dev.waybill.documents.remote.DailyBudget;
import dev.waybill.documents.remote.DailyUsage;
import dev.waybill.documents.remote.EstimatedTokens;
import dev.waybill.documents.remote.KeyValues;
import dev.waybill.documents.remote.ModelException;
import dev.waybill.documents.remote.Pace;
import dev.waybill.documents.remote.Pausing;
import dev.waybill.documents.remote.RemoteService;
import dev.waybill.documents.remote.Retries;
import dev.waybill.messages.http.HttpSender;
import dev.waybill.messages.http.Network;
import dev.waybill.settings.Retention;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Key;
import dev.waybill.spi.Ledger;
import dev.waybill.wire.json.InvalidDocument;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/// The configured language model: one for all tenants, each of which has a budget of its own.
public final class LanguageModel implements AutoCloseable {

  private static final Duration CONNECT = Duration.ofSeconds(5);

  private final ChatApi api;
  private final Calls calls;
  private final DailyBudget budget;
  private final int maxPrompt;
  private final Runnable close;

  /// How the service is called.
  private record Calls(RemoteService service, Pace pace, Retries retries) {}

  private LanguageModel(
      ChatApi api, Calls calls, DailyBudget budget, int maxPrompt, Runnable close) {
    this.api = api;
    this.calls = calls;
    this.budget = budget;
    this.maxPrompt = maxPrompt;
    this.close = close;
  }

  /// Reads [DiagramKeys]; refused with `INVALID_ARGUMENT` if a setting is invalid. Empty if no
  /// model is configured.
  ///
  /// @param network the way to the configured URL
  public static Optional<LanguageModel> open(Settings settings, Ledger ledger, Network network) {
    CountDownLatch closed = new CountDownLatch(1);
    return open(settings, ledger, network, Pausing.until(closed), closed::countDown);
  }

  static Optional<LanguageModel> open(
      Settings settings, Ledger ledger, Network network, Pausing pausing, Runnable close) {
    KeyValues values = new KeyValues(settings.ofServices(), DiagramKeys.ALL);
    String provider = values.get(DiagramKeys.PROVIDER);
    for (Key<?> key : List.of(DiagramKeys.MODEL, DiagramKeys.URL, DiagramKeys.KEY)) {
      boolean used = !provider.equals("none") || values.text(key).isEmpty();
      KeyValues.check(used, key, "needs documents.diagram.provider");
    }
    if (provider.equals("none")) {
      return Optional.empty();
    }
    ChatApi api = provider.equals("gemini") ? gemini(values) : openAi(values);
    DailyBudget budget =
        new DailyBudget(
            "diagram",
            values.budget(DiagramKeys.BUDGET_TOKENS, DiagramKeys.BUDGET_COST, DiagramKeys.PRICE),
            new DailyUsage(ledger, Retention.DIAGRAM_USAGE),
            settings.clock());
    Calls calls =
        calls(
            values,
            api,
            new HttpSender(network.trusted(), timeouts(values), settings.clock()),
            settings.clock(),
            pausing);
    return Optional.of(
        new LanguageModel(api, calls, budget, values.get(DiagramKeys.PROMPT), close));
  }

  private static HttpSender.Timeouts timeouts(KeyValues values) {
    return new HttpSender.Timeouts(CONNECT, values.get(DiagramKeys.TIMEOUT));
  }

  private static Calls calls(
      KeyValues values, ChatApi api, HttpSender http, InstantSource clock, Pausing pausing) {
    Pace.Rate rate =
        new Pace.Rate(
            values.get(DiagramKeys.RATE_CALLS),
            0,
            "the rate limit of diagrams is reached (documents.diagram.rate_calls)");
    return new Calls(
        new RemoteService("the language model", http, api.key(), "use another model"),
        new Pace(rate, clock, pausing),
        new Retries(pausing));
  }

  private static OpenAiChat openAi(KeyValues values) {
    return new OpenAiChat(
        name(values, OpenAiChat.STANDARD_MODEL),
        url(values, OpenAiChat.STANDARD),
        values.secret(DiagramKeys.KEY));
  }

  private static GeminiChat gemini(KeyValues values) {
    String name = name(values, GeminiChat.STANDARD_MODEL);
    KeyValues.check(
        name.matches("[A-Za-z0-9._-]+"),
        DiagramKeys.MODEL,
        "must be such as " + GeminiChat.STANDARD_MODEL);
    String key = values.secret(DiagramKeys.KEY);
    KeyValues.check(!key.isEmpty(), DiagramKeys.KEY, "is required for Google's API");
    return new GeminiChat(name, url(values, GeminiChat.STANDARD), key);
  }

  private static String name(KeyValues values, String standard) {
    String name = values.text(DiagramKeys.MODEL);
    return name.isEmpty() ? standard : name;
  }

  private static URI url(KeyValues values, URI standard) {
    return values.text(DiagramKeys.URL).isEmpty() ? standard : values.get(DiagramKeys.URL);
  }

  String name() {
    return api.model();
  }

  /// The largest number of characters of a question.
  int maxPrompt() {
    return maxPrompt;
  }

  /// Asks the model. Short failures of the service are tried again.
  ///
  /// @param tenant whose budget it is
  String ask(String tenant, String prompt) throws ModelException {
    return calls
        .retries()
        .call(
            () -> {
              budget.check(tenant);
              calls.pace().await(0);
              ChatApi.Answer answer = read(calls.service().call(api.request(prompt)));
              budget.count(tenant, tokens(prompt, answer));
              return answer.text();
            });
  }

  private ChatApi.Answer read(byte[] body) throws ModelException {
    try {
      return api.answer(body);
    } catch (InvalidDocument malformed) {
      throw ModelException.temporary(
          "the answer of the language model is malformed: " + malformed.getMessage(), null);
    }
  }

  private static long tokens(String prompt, ChatApi.Answer answer) {
    return answer.tokens() > 0
        ? answer.tokens()
        : EstimatedTokens.of(prompt) + EstimatedTokens.of(answer.text());
  }

  /// Ends waits; calls fail from now on.
  @Override
  public void close() {
    close.run();
  }
}
