package dev.waybill.documents.model;

import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.WHOLE;

import dev.waybill.messages.http.OutgoingRequest;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.JsonOut;
import dev.waybill.wire.json.Slot;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An endpoint that is compatible with OpenAI's: `POST {base}/chat/completions`.
///
/// @param key empty for an endpoint without one
record OpenAiChat(String model, URI base, String key) implements ChatApi {

  static final URI STANDARD = URI.create("https://api.openai.com/v1");
  static final String STANDARD_MODEL = "gpt-4o-mini";

  private static final int MOST_CHOICES = 100;

  /// @param content null if the model refuses to answer
  private record Message(@Nullable String content) {}

  private record Choice(Message message) {}

  private record Usage(long tokens) {}

  private record Body(List<Choice> choices, Usage usage) {}

  private static final Fields<Message> MESSAGE = Fields.of("ChatMessage", "A message.");
  private static final Slot.Maybe<String> CONTENT =
      MESSAGE.optional("content", TEXT, Message::content, "Its text.");
  private static final Fields<Choice> CHOICE = Fields.of("ChatChoice", "One of the answers.");
  private static final Slot.Of<Message> MESSAGE_OF =
      CHOICE.required(
          "message", MESSAGE.make(in -> new Message(in.get(CONTENT))), Choice::message, "It.");
  private static final Fields<Usage> USAGE = Fields.of("ChatUsage", "What was used.");
  private static final Slot.Of<Long> TOKENS =
      USAGE.or(0L, "total_tokens", WHOLE, Usage::tokens, "Of question and answer.");
  private static final Fields<Body> BODY = Fields.of("ChatAnswer", "The answers.");
  private static final Slot.Of<List<Choice>> CHOICES =
      BODY.some(
          "choices",
          CHOICE.make(in -> new Choice(in.get(MESSAGE_OF))),
          MOST_CHOICES,
          Body::choices,
          "In order.");
  private static final Slot.Of<Usage> USAGE_OF =
      BODY.or(
          new Usage(0),
          "usage",
          USAGE.make(in -> new Usage(in.get(TOKENS))),
          Body::usage,
          "What was used.");
  private static final Document<Body> DOCUMENT =
      BODY.make(in -> new Body(in.get(CHOICES), in.get(USAGE_OF)));

  @Override
  public OutgoingRequest request(String prompt) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("model", model);
    body.put("messages", List.of(Map.of("role", "user", "content", prompt)));
    body.put("response_format", Map.of("type", "json_object"));
    OutgoingRequest request =
        OutgoingRequest.json(URI.create(base + "/chat/completions"), JsonOut.tree(body))
            .asRepeatable();
    return key.isEmpty() ? request : request.withBearer(key);
  }

  @Override
  public Answer answer(byte[] body) {
    Body read = DOCUMENT.readAnswer(body);
    List<Choice> choices = read.choices();
    String content = choices.isEmpty() ? null : choices.getFirst().message().content();
    return new Answer(content == null ? "" : content, read.usage().tokens());
  }

  /// Without the key.
  @Override
  public String toString() {
    return "OpenAiChat[" + model + ", " + base + "]";
  }
}
