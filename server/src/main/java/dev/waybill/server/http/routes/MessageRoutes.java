package dev.waybill.server.http.routes;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.WaybillException;
import dev.waybill.admin.Scope;
import dev.waybill.base.Text;
import dev.waybill.message.Attachment;
import dev.waybill.message.CreatedTopicMessage;
import dev.waybill.message.ErasureReceipt;
import dev.waybill.message.Message;
import dev.waybill.message.MessageFilter;
import dev.waybill.message.Messages;
import dev.waybill.message.NewMessage;
import dev.waybill.message.NewTopicMessage;
import dev.waybill.result.MessageAccepted;
import dev.waybill.server.http.api.Filters;
import dev.waybill.server.http.api.Query;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import dev.waybill.server.telemetry.ObservedCall;
import dev.waybill.wire.json.InvalidDocument;
import dev.waybill.wire.message.ErasureJson;
import dev.waybill.wire.message.ErasureReceiptJson;
import dev.waybill.wire.message.ExplanationJson;
import dev.waybill.wire.message.MessageEventJson;
import dev.waybill.wire.message.MessageJson;
import dev.waybill.wire.message.NewMessageJson;
import dev.waybill.wire.message.ReceiptKeyJson;
import dev.waybill.wire.message.SendResultJson;
import dev.waybill.wire.topic.CreatedTopicMessageJson;
import dev.waybill.wire.topic.NewTopicMessageJson;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// Sends messages, and shows, finds and changes them.
final class MessageRoutes {

  private static final String ERASED =
      "A signed receipt. With `next_cursor` there is more to erase.";

  private MessageRoutes() {}

  static List<Route> routes() {
    return List.of(
        Route.post("/v1/messages", Scope.PRODUCE, "Send a message", MessageRoutes::send)
            .reads(
                NewMessageJson.DOCUMENT,
                """
                {"channel": "email", "recipient": "ada@example.org", "subject": "Hello", \
                "body": {"text": "Lunch is ready"}, "metadata": {"tags": ["welcome"]}}\
                """)
            .answers(202, SendResultJson.ACCEPTED, "The message is durable and will be sent.")
            .answers(200, SendResultJson.ACCEPTED, "The key is known: this is that message."),
        Route.post("/v1/messages/batch", Scope.PRODUCE, "Send many messages", MessageRoutes::many)
            .reads(
                NewMessageJson.LIST,
                """
                {"messages": [{"channel": "email", "recipient": "ada@example.org", \
                "subject": "Hello", "body": {"text": "Lunch is ready"}}]}\
                """)
            .answers(200, SendResultJson.LIST, "One result per message."),
        Route.get("/v1/messages", Scope.READ, "List messages, newest first", MessageRoutes::list)
            .asks(parameters())
            .answers(200, MessageJson.PAGE, "A page of messages with their latest states."),
        Route.get("/v1/messages/{id}", Scope.READ, "Show a message", MessageRoutes::show)
            .answers(200, MessageJson.DOCUMENT, "The message with its states and events."),
        Route.get(
                "/v1/messages/{id}/attachments/{number}",
                Scope.READ,
                "Download an attachment of a message",
                MessageRoutes::attachment)
            .answers(200, Route.BYTES, null, "The bytes of the attachment.")
            .answers(206, Route.BYTES, null, "The range in `Range`."),
        Route.get(
                "/v1/messages/{id}/events",
                Scope.READ,
                "List the events of a message, oldest first",
                MessageRoutes::events)
            .asks(Filters.CURSOR, Filters.LIMIT)
            .answers(200, MessageEventJson.PAGE, "A page of events."),
        Route.get(
                "/v1/messages/{id}/explain",
                Scope.READ,
                "Explain the state of a message",
                MessageRoutes::explain)
            .answers(200, ExplanationJson.DOCUMENT, "One sentence."),
        change("resend", "Send a message again", Messages::resend),
        change("cancel", "Cancel a message before its handoff", Messages::cancel),
        Route.post(
                "/v1/messages/{id}/erase",
                Scope.OPERATE,
                "Erase the content of a message",
                call -> receipt(call.waybill().messages().erase(call.value("id"))))
            .answers(200, ErasureReceiptJson.DOCUMENT, ERASED),
        Route.post(
                "/v1/messages/erase",
                Scope.OPERATE,
                "Erase the messages of a recipient, or many messages",
                MessageRoutes::erase)
            .reads(ErasureJson.DOCUMENT, "{\"recipient\": \"ada@example.org\"}")
            .answers(200, ErasureReceiptJson.DOCUMENT, ERASED),
        Route.get(
                "/v1/receipt-keys",
                Scope.READ,
                "List the keys that verify receipts",
                MessageRoutes::receiptKeys)
            .answers(200, ReceiptKeyJson.LIST, "The keys as a JSON Web Key Set."),
        Route.post(
                "/v1/topics/{topic}/messages",
                Scope.PRODUCE,
                "Create a message and publish its event",
                MessageRoutes::create)
            .reads(
                NewTopicMessageJson.DOCUMENT,
                """
                {"message_type": "manual_notification", "stage": "dev", \
                "payload": {"title": "Hello", "text": "Lunch is ready"}}\
                """)
            .answers(
                201,
                CreatedTopicMessageJson.DOCUMENT,
                "The record is durable and its event published.")
            .answers(
                200, CreatedTopicMessageJson.DOCUMENT, "The key is known: this is that message."));
  }

  private static List<Route.Parameter> parameters() {
    List<Route.Parameter> parameters = new ArrayList<>();
    for (MessageFilter.Field field : MessageFilter.Field.values()) {
      parameters.add(Route.Parameter.of(field.word(), field.about()));
    }
    parameters.add(
        Route.Parameter.of(
            "q",
            "With all these words in subject, body, recipient or tags. `\"in quotes\"` finds words"
                + " next to each other, `wor*` the beginning of a word. At most 16 words and 256"
                + " characters."));
    parameters.addAll(Filters.CREATED);
    parameters.addAll(List.of(Filters.CURSOR, Filters.LIMIT));
    return parameters;
  }

  private static Route change(
      String verb, String summary, BiFunction<Messages, String, Message> action) {
    return Route.post(
            "/v1/messages/{id}/" + verb,
            Scope.OPERATE,
            summary,
            call ->
                Reply.json(
                    200,
                    MessageJson.DOCUMENT,
                    action.apply(call.waybill().messages(), call.value("id"))))
        .answers(200, MessageJson.DOCUMENT, "The message after the change.");
  }

  private static Reply send(RouteCall call) {
    NewMessage message = call.document(NewMessageJson.DOCUMENT);
    Optional<String> key = InProgress.keyOf(call);
    if (key.isPresent() && message.requestId() != null && !message.requestId().equals(key.get())) {
      throw InvalidDocument.at(
          "/request_id", "invalid_value", "differs from the Idempotency-Key of the call");
    }
    MessageAccepted accepted =
        call.waybill().messages().send(completed(message, key.orElse(message.requestId())));
    return Reply.json(accepted.duplicate() ? 200 : 202, SendResultJson.ACCEPTED, accepted)
        .with(Map.of("Location", "/v1/messages/" + accepted.messageId()));
  }

  private static NewMessage completed(NewMessage message, @Nullable String requestId) {
    return message.toBuilder()
        .requestId(requestId)
        .traceContext(ObservedCall.creationContext(null))
        .build();
  }

  private static Reply many(RouteCall call) {
    List<NewMessage> messages = call.document(NewMessageJson.LIST);
    Optional<String> key = InProgress.keyOf(call);
    List<NewMessage> completed = new ArrayList<>();
    for (int i = 0; i < messages.size(); i++) {
      String own = messages.get(i).requestId();
      completed.add(
          completed(messages.get(i), own == null && key.isPresent() ? key.get() + "#" + i : own));
    }
    return Reply.json(200, SendResultJson.LIST, call.waybill().messages().sendAll(completed));
  }

  private static Reply list(RouteCall call) {
    Query query = call.query();
    MessageFilter filter =
        MessageFilter.ALL
            .withCreated(
                query.time("created_from").orElse(null), query.time("created_before").orElse(null))
            .withWords(Filters.words(query).orElse(null));
    for (MessageFilter.Field field : MessageFilter.Field.values()) {
      filter = filter.with(field, query.text(field.word()).orElse(null));
    }
    return Reply.json(
        200, MessageJson.PAGE, call.waybill().messages().list(filter, Filters.page(query)));
  }

  private static Reply show(RouteCall call) {
    return Reply.json(200, MessageJson.DOCUMENT, found(call));
  }

  private static Message found(RouteCall call) {
    String id = call.value("id");
    return call.waybill()
        .messages()
        .find(id)
        .orElseThrow(
            () -> new WaybillException(Code.NOT_FOUND, "there is no message " + Text.quote(id)));
  }

  /// The type is that of any bytes, whatever the sender said: a browser must not run them.
  private static Reply attachment(RouteCall call) {
    Attachment attachment = found(call).attachment(call.value("number"));
    String name = URLEncoder.encode(attachment.name(), StandardCharsets.UTF_8).replace("+", "%20");
    return Downloads.reply(call, attachment.content(), Route.BYTES, attachment.sha256())
        .with(Map.of("Content-Disposition", "attachment; filename*=UTF-8''" + name));
  }

  private static Reply events(RouteCall call) {
    Page.Request page = Filters.page(call.query());
    return Reply.json(
        200, MessageEventJson.PAGE, call.waybill().messages().events(call.value("id"), page));
  }

  private static Reply explain(RouteCall call) {
    return Reply.json(
        200, ExplanationJson.DOCUMENT, call.waybill().messages().explain(call.value("id")));
  }

  private static Reply erase(RouteCall call) {
    return receipt(call.waybill().messages().erase(call.document(ErasureJson.DOCUMENT)));
  }

  private static Reply receipt(ErasureReceipt receipt) {
    return Reply.json(200, ErasureReceiptJson.DOCUMENT, receipt);
  }

  private static Reply receiptKeys(RouteCall call) {
    return Reply.json(200, ReceiptKeyJson.LIST, call.waybill().messages().receiptKeys());
  }

  private static Reply create(RouteCall call) {
    NewTopicMessage message =
        call.document(NewTopicMessageJson.DOCUMENT)
            .by(call.caller().name())
            .withRequestId(InProgress.keyOf(call).orElse(null))
            .withTraceContext(ObservedCall.creationContext(null));
    CreatedTopicMessage created =
        call.waybill().topicMessages().create(call.value("topic"), message);
    return Reply.json(created.duplicate() ? 200 : 201, CreatedTopicMessageJson.DOCUMENT, created)
        .with(Map.of("Location", "/v1/messages/" + created.messageId()));
  }
}
