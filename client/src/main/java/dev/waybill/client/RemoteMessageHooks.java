package dev.waybill.client;

import dev.waybill.client.call.HttpCall;
import dev.waybill.client.call.HttpTransport;
import dev.waybill.message.MessageHook;
import dev.waybill.message.MessageHooks;
import dev.waybill.message.NewMessageHook;
import dev.waybill.wire.message.MessageHookJson;
import java.util.List;
import java.util.Optional;

/// Hooks of messages on a server.
record RemoteMessageHooks(HttpTransport transport) implements MessageHooks {

  private static final String PATH = "/v1/message-hooks";
  private static final DefinitionPages<MessageHook> PAGES =
      new DefinitionPages<>(MessageHookJson.LIST);

  @Override
  public MessageHook put(String name, NewMessageHook hook) {
    return transport
        .send(HttpCall.put(path(name), MessageHookJson.NEW, hook))
        .read(MessageHookJson.DOCUMENT);
  }

  @Override
  public Optional<MessageHook> find(String name) {
    return transport
        .find(HttpCall.get(path(name)))
        .map(answer -> answer.read(MessageHookJson.DOCUMENT));
  }

  @Override
  public List<MessageHook> list() {
    return PAGES.all(transport, PATH);
  }

  @Override
  public boolean delete(String name) {
    return transport.find(HttpCall.delete(path(name))).isPresent();
  }

  private static String path(String name) {
    return PATH + '/' + Paths.encoded(name);
  }
}
