package dev.waybill.documents.model;

import static dev.waybill.wire.json.Codecs.TEXT;

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

  private record Answer(List<Choice> choices) {}

  private static final Fields<Message> MESSAGE = Fields.of("ChatMessage", "A message.");
  private static final Slot.Maybe<String> CONTENT =
      MESSAGE.optional("content", TEXT, Message::content, "Its text.");
  private static final Fields<Choice> CHOICE = Fields.of("ChatChoice", "One of the answers.");
  private static final Slot.Of<Message> MESSAGE_OF =
      CHOICE.required(
          "message", MESSAGE.make(in -> new Message(in.get(CONTENT))), Choice::message, "It.");
  private static final Fields<Answer> ANSWER = Fields.of("ChatAnswer", "The answers.");
  private static final Slot.Of<List<Choice>> CHOICES =
      ANSWER.some(
          "choices",
          CHOICE.make(in -> new Choice(in.get(MESSAGE_OF))),
          MOST_CHOICES,
          Answer::choices,
          "In order.");
  private static final Document<Answer> DOCUMENT = ANSWER.make(in -> new Answer(in.get(CHOICES)));

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
  public String text(byte[] answer) {
    List<Choice> choices = DOCUMENT.readAnswer(answer).choices();
    String content = choices.isEmpty() ? null : choices.getFirst().message().content();
    return content == null ? "" : content;
  }

  /// Without the key.
  @Override
  public String toString() {
    return "OpenAiChat[" + model + ", " + base + "]";
  }
}
