package dev.waybill.client;

import dev.waybill.Page;
import dev.waybill.client.call.CallAnswer;
import dev.waybill.client.call.Download;
import dev.waybill.client.call.HttpCall;
import dev.waybill.client.call.HttpTransport;
import dev.waybill.message.Erasure;
import dev.waybill.message.ErasureReceipt;
import dev.waybill.message.Message;
import dev.waybill.message.MessageEvent;
import dev.waybill.message.MessageFilter;
import dev.waybill.message.Messages;
import dev.waybill.message.NewMessage;
import dev.waybill.message.ReceiptKey;
import dev.waybill.result.SendResult;
import dev.waybill.wire.message.ErasureJson;
import dev.waybill.wire.message.ErasureReceiptJson;
import dev.waybill.wire.message.ExplanationJson;
import dev.waybill.wire.message.MessageEventJson;
import dev.waybill.wire.message.MessageJson;
import dev.waybill.wire.message.NewMessageJson;
import dev.waybill.wire.message.ReceiptKeyJson;
import dev.waybill.wire.message.SendResultJson;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Messages on a server. A message without a request ID gets one here, so that a call that is sent
/// again sends no second message.
record RemoteMessages(HttpTransport transport) implements Messages {

  private static final String PATH = "/v1/messages";

  @Override
  public List<SendResult> sendAll(List<NewMessage> messages) {
    List<NewMessage> identified = messages.stream().map(RemoteMessages::identified).toList();
    return transport
        .send(HttpCall.post(PATH + "/batch", NewMessageJson.LIST, identified))
        .read(SendResultJson.LIST);
  }

  private static NewMessage identified(NewMessage message) {
    return message.requestId() != null
        ? message
        : message.toBuilder().requestId(UUID.randomUUID().toString()).build();
  }

  @Override
  public Optional<Message> find(String messageId) {
    return transport.find(HttpCall.get(path(messageId, ""))).map(this::message);
  }

  @Override
  public Page<MessageEvent> events(String messageId, Page.Request page) {
    HttpCall call = HttpCall.get(Paths.definitions(path(messageId, "/events"), page));
    return transport.send(call).read(MessageEventJson.PAGE);
  }

  @Override
  public Page<Message> list(MessageFilter filter, Page.Request page) {
    return transport.send(HttpCall.get(Paths.messages(filter, page))).read(MessageJson.PAGE);
  }

  @Override
  public Message resend(String messageId) {
    HttpCall call = HttpCall.post(path(messageId, "/resend")).onlyOnce();
    return message(transport.send(call));
  }

  @Override
  public Message cancel(String messageId) {
    return change(messageId, "/cancel");
  }

  @Override
  public ErasureReceipt erase(Erasure which) {
    return transport
        .send(HttpCall.post(PATH + "/erase", ErasureJson.DOCUMENT, which))
        .read(ErasureReceiptJson.DOCUMENT);
  }

  @Override
  public List<ReceiptKey> receiptKeys() {
    return transport.send(HttpCall.get("/v1/receipt-keys")).read(ReceiptKeyJson.LIST);
  }

  @Override
  public String explain(String messageId) {
    return transport.send(HttpCall.get(path(messageId, "/explain"))).read(ExplanationJson.DOCUMENT);
  }

  private Message change(String messageId, String action) {
    return message(transport.send(HttpCall.post(path(messageId, action))));
  }

  /// The server sends the bytes of attachments when they are read.
  private Message message(CallAnswer answer) {
    Message message = answer.read(MessageJson.DOCUMENT);
    return message.loadedBy(
        number -> (from, _) -> opened(path(message.id(), "/attachments/" + number), from));
  }

  private InputStream opened(String path, long from) {
    Download download = new Download(transport, HttpCall.get(path));
    try {
      download.skipNBytes(from);
      return download;
    } catch (IOException broken) {
      download.close();
      throw transport.cutShort(broken);
    }
  }

  private static String path(String messageId, String rest) {
    return PATH + '/' + Paths.encoded(messageId) + rest;
  }
}
