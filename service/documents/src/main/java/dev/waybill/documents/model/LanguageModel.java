package dev.waybill.documents.model;

import dev.waybill.documents.remote.KeyValues;
import dev.waybill.documents.remote.ModelException;
import dev.waybill.documents.remote.Pace;
import dev.waybill.documents.remote.Pausing;
import dev.waybill.documents.remote.RemoteService;
import dev.waybill.documents.remote.Retries;
import dev.waybill.messages.http.HttpSender;
import dev.waybill.messages.http.Network;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Key;
import dev.waybill.wire.json.InvalidDocument;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/// The configured language model: one for all tenants.
public final class LanguageModel implements AutoCloseable {

  private static final Duration CONNECT = Duration.ofSeconds(5);

  private final ChatApi api;
  private final RemoteService service;
  private final Pace pace;
  private final Retries retries;
  private final int maxPrompt;
  private final Runnable close;

  private LanguageModel(
      ChatApi api,
      RemoteService service,
      Pace pace,
      Pausing pausing,
      int maxPrompt,
      Runnable close) {
    this.api = api;
    this.service = service;
    this.pace = pace;
    this.retries = new Retries(pausing);
    this.maxPrompt = maxPrompt;
    this.close = close;
  }

  /// Reads [DiagramKeys]; refused with `INVALID_ARGUMENT` if a setting is invalid. Empty if no
  /// model is configured.
  ///
  /// @param network the way to the configured URL
  public static Optional<LanguageModel> open(Settings settings, Network network) {
    CountDownLatch closed = new CountDownLatch(1);
    return open(settings, network, Pausing.until(closed), closed::countDown);
  }

  static Optional<LanguageModel> open(
      Settings settings, Network network, Pausing pausing, Runnable close) {
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
    HttpSender.Timeouts timeouts =
        new HttpSender.Timeouts(CONNECT, values.get(DiagramKeys.TIMEOUT));
    HttpSender http = new HttpSender(network.trusted(), timeouts, settings.clock());
    Pace.Rate rate =
        new Pace.Rate(
            values.get(DiagramKeys.RATE_CALLS),
            0,
            "the rate limit of diagrams is reached (documents.diagram.rate_calls)");
    return Optional.of(
        new LanguageModel(
            api,
            new RemoteService("the language model", http, api.key(), "use another model"),
            new Pace(rate, settings.clock(), pausing),
            pausing,
            values.get(DiagramKeys.PROMPT),
            close));
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
  String ask(String prompt) throws ModelException {
    return retries.call(
        () -> {
          pace.await(0);
          byte[] answer = service.call(api.request(prompt));
          try {
            return api.text(answer);
          } catch (InvalidDocument malformed) {
            throw ModelException.temporary(
                "the answer of the language model is malformed: " + malformed.getMessage(), null);
          }
        });
  }

  /// Ends waits; calls fail from now on.
  @Override
  public void close() {
    close.run();
  }
}
