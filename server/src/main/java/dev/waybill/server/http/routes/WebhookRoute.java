package dev.waybill.server.http.routes;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.messages.provider.WebhookRequest;
import dev.waybill.messages.receive.WebhookReceiver;
import dev.waybill.server.http.api.HttpCode;
import dev.waybill.server.http.api.HttpRefusal;
import dev.waybill.server.http.api.Reply;
import dev.waybill.server.http.api.Route;
import dev.waybill.server.http.api.RouteCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.server.Request;

/// Receives the webhooks of providers of messages. The signature is the credential.
final class WebhookRoute {

  private WebhookRoute() {}

  static Route route() {
    return Route.post(
            "/v1/webhooks/{provider}", null, "Receive a provider's webhook", WebhookRoute::receive)
        .reads(Route.Body.WEBHOOK)
        .asks(Route.Parameter.of("bodySHA256", "Sent by Twilio with JSON: digest of the body."))
        .answers(200, "text/plain", null, "The reports are recorded.");
  }

  private static Reply receive(RouteCall call) {
    String provider = call.value("provider");
    return switch (answer(call, provider)) {
      case RECORDED -> Reply.text("text/plain", "ok\n");
      case UNKNOWN_PROVIDER ->
          throw new WaybillException(
              Code.NOT_FOUND, "provider " + Text.quote(provider) + " sends no webhooks");
      case NOT_GENUINE ->
          throw new HttpRefusal(
              HttpCode.UNAUTHENTICATED, "the webhook is not signed as configured");
    };
  }

  private static WebhookReceiver.Answer answer(RouteCall call, String provider) {
    Request request = call.exchange().request();
    WebhookRequest webhook =
        new WebhookRequest(
            headers(request),
            Objects.requireNonNullElse(request.getHttpURI().getQuery(), ""),
            call.body());
    try {
      return call.waybill().service(WebhookReceiver.class).receive(provider, webhook);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new WaybillException(Code.UNAVAILABLE, "the server is closing", interrupted);
    }
  }

  private static Map<String, List<String>> headers(Request request) {
    Map<String, List<String>> headers = new HashMap<>();
    for (HttpField field : request.getHeaders()) {
      headers
          .computeIfAbsent(field.getName().toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
          .add(Objects.requireNonNullElse(field.getValue(), ""));
    }
    return headers;
  }
}
