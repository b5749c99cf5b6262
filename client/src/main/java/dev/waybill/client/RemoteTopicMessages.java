package dev.waybill.client;

import dev.waybill.client.call.HttpCall;
import dev.waybill.client.call.HttpTransport;
import dev.waybill.message.CreatedTopicMessage;
import dev.waybill.message.NewTopicMessage;
import dev.waybill.message.TopicMessages;
import dev.waybill.wire.topic.CreatedTopicMessageJson;
import dev.waybill.wire.topic.NewTopicMessageJson;
import java.util.Objects;
import java.util.UUID;

/// Messages on a server, which says by the credential who makes them. One without a request id gets
/// one here, so that a call that is sent again makes no second message.
record RemoteTopicMessages(HttpTransport transport) implements TopicMessages {

  @Override
  public CreatedTopicMessage create(String topic, NewTopicMessage message) {
    String key =
        Objects.requireNonNullElseGet(message.requestId(), () -> UUID.randomUUID().toString());
    HttpCall call =
        HttpCall.post(
                Paths.topic(topic, "/messages"),
                NewTopicMessageJson.DOCUMENT,
                NewTopicMessageJson.of(message))
            .withKey(key);
    return transport.send(call).read(CreatedTopicMessageJson.DOCUMENT);
  }
}
