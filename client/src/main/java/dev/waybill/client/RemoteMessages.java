package dev.waybill.client;

import dev.waybill.message.CreatedMessage;
import dev.waybill.message.MessageRecord;
import dev.waybill.message.Messages;
import dev.waybill.message.NewMessage;
import dev.waybill.wire.topic.CreatedMessageJson;
import dev.waybill.wire.topic.MessageJson;
import dev.waybill.wire.topic.NewMessageJson;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/// Messages on a server. The credential determines the creator. A message without a request ID gets
/// one here, so that repeating the call does not create a second message.
record RemoteMessages(HttpTransport transport) implements Messages {

  @Override
  public CreatedMessage create(String topic, NewMessage message) {
    String key =
        Objects.requireNonNullElseGet(message.requestId(), () -> UUID.randomUUID().toString());
    HttpCall call =
        HttpCall.post(
                Paths.topic(topic, "/messages"),
                NewMessageJson.DOCUMENT,
                NewMessageJson.of(message))
            .withKey(key);
    return transport.send(call).read(CreatedMessageJson.DOCUMENT);
  }

  @Override
  public Optional<MessageRecord> find(String messageId) {
    return transport
        .find(HttpCall.get("/v1/messages/" + Paths.encoded(messageId)))
        .map(answer -> answer.read(MessageJson.DOCUMENT));
  }
}
