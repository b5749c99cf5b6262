package dev.waybill.messages;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.messages.http.Network;
import dev.waybill.messages.http.OutgoingRequest;
import java.net.URI;
import java.util.function.Consumer;

/// Checks the URLs that callers of one tenant name for webhooks, before a webhook is needed.
public final class WebhookTargets {

  public static final String CHANNEL = "webhook";

  private static final int LONGEST = 2_048;

  private final Network network;
  private final Consumer<NotificationTarget> routes;

  /// @param routes refuses a target that no provider delivers to
  WebhookTargets(Network network, Consumer<NotificationTarget> routes) {
    this.network = network;
    this.routes = routes;
  }

  /// Refuses a URL that is malformed or must not be called, and every URL if no provider sends
  /// webhooks.
  public void check(String url) {
    if (url.length() > LONGEST || !isWebAddress(url)) {
      throw wrong(
          "must be a URL of at most %d characters with http or https, a host, and no user"
                  .formatted(LONGEST)
              + " information");
    }
    network
        .refusal(URI.create(url))
        .ifPresent(
            why -> {
              throw wrong("cannot be called: " + why);
            });
    try {
      routes.accept(new NotificationTarget(CHANNEL, url));
    } catch (WaybillException refused) {
      throw wrong("cannot be used: " + refused.getMessage());
    }
  }

  private static boolean isWebAddress(String url) {
    try {
      return OutgoingRequest.isWebAddress(URI.create(url));
    } catch (IllegalArgumentException malformed) {
      return false;
    }
  }

  private static WaybillException wrong(String why) {
    return new WaybillException(Code.INVALID_ARGUMENT, "webhook_url " + why);
  }
}
