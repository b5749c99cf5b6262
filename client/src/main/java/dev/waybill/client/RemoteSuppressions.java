package dev.waybill.client;

import dev.waybill.Page;
import dev.waybill.client.call.HttpCall;
import dev.waybill.client.call.HttpTransport;
import dev.waybill.message.NewSuppression;
import dev.waybill.message.Suppression;
import dev.waybill.message.Suppressions;
import dev.waybill.result.SuppressionResult;
import dev.waybill.wire.message.SuppressionJson;
import dev.waybill.wire.message.SuppressionJson.Recipient;
import java.util.List;
import java.util.Optional;

/// The suppression list on a server.
record RemoteSuppressions(HttpTransport transport) implements Suppressions {

  private static final String PATH = "/v1/suppressions";

  @Override
  public List<SuppressionResult> addAll(List<NewSuppression> recipients) {
    return transport
        .send(HttpCall.post(PATH + "/batch", SuppressionJson.NEW_LIST, recipients))
        .read(SuppressionJson.RESULTS);
  }

  @Override
  public Optional<Suppression> find(String channel, String recipient) {
    return transport
        .find(about("/find", channel, recipient))
        .map(answer -> answer.read(SuppressionJson.DOCUMENT));
  }

  @Override
  public boolean remove(String channel, String recipient) {
    return transport.find(about("/remove", channel, recipient)).isPresent();
  }

  @Override
  public Page<Suppression> list(Page.Request page) {
    return transport.send(HttpCall.get(Paths.suppressions(page))).read(SuppressionJson.PAGE);
  }

  private static HttpCall about(String action, String channel, String recipient) {
    return HttpCall.post(
        PATH + action, SuppressionJson.RECIPIENT, new Recipient(channel, recipient));
  }
}
