package dev.waybill.messages.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.message.MessageEventType;
import dev.waybill.messages.provider.ProviderReport;
import dev.waybill.messages.provider.Sent;
import dev.waybill.messages.provider.WebhookReader;
import dev.waybill.messages.provider.WebhookReaderTests;
import dev.waybill.messages.provider.WebhookRequest;
import dev.waybill.messages.provider.WebhookResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// With a message that AWS publishes with its SDK, and the certificate that signed it.
final class SnsWebhooksTest extends WebhookReaderTests {

  private static final String TOPIC = "arn:aws:sns:us-west-2:131990247566:dongie-standard-topic";

  private static final String CERTIFICATE =
      "https://sns.us-west-2.amazonaws.com/SimpleNotificationService-7506a1e35b36ef5a444dd1a8e7cc3ed8"
          + ".pem";

  private final List<URI> called = new ArrayList<>();

  @Override
  protected WebhookRequest genuine() {
    return request(Map.of(), resource("sns-notification.json"));
  }

  @Override
  protected Instant now() {
    return Instant.parse("2026-03-06T20:00:26.893Z");
  }

  @Override
  protected WebhookReader reader() {
    return reader(TOPIC);
  }

  private WebhookReader reader(String topic) {
    byte[] pem = resource("sns-certificate.pem").getBytes(StandardCharsets.US_ASCII);
    return new SnsWebhooks(
        topic,
        url -> {
          called.add(url);
          return url.toString().equals(CERTIFICATE) ? Optional.of(pem) : Optional.empty();
        });
  }

  @Override
  protected WebhookReader stranger() {
    return reader("arn:aws:sns:us-west-2:131990247566:other-topic");
  }

  @Override
  protected List<String> headers() {
    return List.of();
  }

  @Override
  protected Duration tolerance() {
    return SnsWebhooks.OLDEST;
  }

  /// Every field that is signed or that leads to the key.
  @Override
  protected Map<String, String> bodies() {
    String whole = genuine().body().text();
    Map<String, String> all = new LinkedHashMap<>();
    for (String name :
        List.of(
            "Type",
            "MessageId",
            "TopicArn",
            "Message",
            "Timestamp",
            "Signature",
            "SignatureVersion",
            "SigningCertURL")) {
      String field = "\"" + name + "\" : \"";
      String value = Sent.json(whole).path(name).asString();
      changes(name, value)
          .forEach((change, text) -> all.put(change, whole.replace(field + value, field + text)));
      all.put(name + " missing", whole.replace(field, "\"Other\" : \""));
      all.put(name + " empty", whole.replace(field + value, field));
    }
    all.put("a subject added", whole.replace("\"Type\"", "\"Subject\" : \"x\", \"Type\""));
    return all;
  }

  @Test
  void the_certificate_is_fetched_once() throws Exception {
    WebhookReader reader = reader();
    for (int i = 0; i < 3; i++) {
      assertThat(reader.read(genuine(), now())).isInstanceOf(WebhookResult.Genuine.class);
    }
    assertThat(called).containsExactly(URI.create(CERTIFICATE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://sns.us-west-2.amazonaws.com/SimpleNotificationService-7506.pem",
        "https://sns.us-west-2.amazonaws.com.example.org/SimpleNotificationService-7506.pem",
        "https://example.org/SimpleNotificationService-7506.pem",
        "https://sns.us-east-1.amazonaws.com/SimpleNotificationService-7506.pem",
        "https://u@sns.us-west-2.amazonaws.com/SimpleNotificationService-7506.pem",
        "https://sns.us-west-2.amazonaws.com:8443/SimpleNotificationService-7506.pem",
        "https://sns.us-west-2.amazonaws.com/a/SimpleNotificationService-7506.pem",
        "https://sns.us-west-2.amazonaws.com/SimpleNotificationService-7506.pem?a=b",
        "https://sns.us-west-2.amazonaws.com/SimpleNotificationService-7506.pem#a",
        "https://sns.us-west-2.amazonaws.com/SimpleNotificationService-xyz.pem",
        "https://sns.us-west-2.amazonaws.com/?Action=SimpleNotificationService-7506.pem",
        "https://s3.us-west-2.amazonaws.com/SimpleNotificationService-7506.pem",
        "file:///SimpleNotificationService-7506.pem",
        "mailto:sns",
        "%"
      })
  void a_certificate_from_elsewhere_is_not_even_fetched(String url) throws Exception {
    JsonNode genuine = Sent.json(genuine().body().text());
    String changed =
        genuine().body().text().replace(genuine.path("SigningCertURL").asString(), url);
    assertThat(reader().read(withBody(Payload.of(changed)), now()))
        .isInstanceOf(WebhookResult.NotGenuine.class);
    assertThat(called).isEmpty();
  }

  @Test
  void an_expired_certificate_is_refused() throws Exception {
    assertThat(reader().read(genuine(), Instant.parse("2026-10-15T00:00:00Z")))
        .isInstanceOf(WebhookResult.NotGenuine.class);
  }

  @Test
  void a_certificate_that_cannot_be_fetched_or_read_is_refused() throws Exception {
    WebhookReader none = new SnsWebhooks(TOPIC, _ -> Optional.empty());
    WebhookReader noise = new SnsWebhooks(TOPIC, _ -> Optional.of(new byte[] {1, 2, 3}));
    assertThat(none.read(genuine(), now())).isInstanceOf(WebhookResult.NotGenuine.class);
    assertThat(noise.read(genuine(), now())).isInstanceOf(WebhookResult.NotGenuine.class);
  }

  @Test
  void a_confirmation_is_made_from_the_topic_and_the_token() {
    assertThat(new SnsTopic(TOPIC).confirmation("a&b"))
        .hasToString(
            "https://sns.us-west-2.amazonaws.com/?Action=ConfirmSubscription"
                + "&TopicArn=arn%3Aaws%3Asns%3Aus-west-2%3A131990247566%3Adongie-standard-topic"
                + "&Token=a%26b");
    assertThatThrownBy(() -> new SnsTopic("arn:aws:sns:evil.org/:1:x"))
        .isInstanceOf(WaybillException.class);
  }

  @Test
  void a_signed_confirmation_of_the_topic_is_confirmed() throws Exception {
    String body = signed("SubscriptionConfirmation", "\"Token\":\"t1\",\"SubscribeURL\":\"u\",");
    assertThat(ownReader().read(withBody(Payload.of(body)), now()))
        .isEqualTo(new WebhookResult.Genuine(List.of()));
    assertThat(called).contains(new SnsTopic(TOPIC).confirmation("t1"));
  }

  @Test
  void a_signed_event_of_ses_is_reported_and_the_time_is_signed_as_it_is_written()
      throws Exception {
    WebhookResult result =
        ownReader().read(withBody(Payload.of(signed("Notification", "\"Subject\":\"s\","))), now());
    assertThat(result)
        .isInstanceOfSatisfying(
            WebhookResult.Genuine.class,
            read ->
                assertThat(read.reports())
                    .extracting(ProviderReport::type)
                    .containsExactly(MessageEventType.PROVIDER_COMPLAINT));
  }

  private WebhookReader ownReader() {
    byte[] pem = resource("own-certificate.pem").getBytes(StandardCharsets.US_ASCII);
    return new SnsWebhooks(
        TOPIC,
        url -> {
          called.add(url);
          return Optional.of(pem);
        });
  }

  /// A message of SNS, signed with a key of our own. Its time ends in `.000Z`.
  private static String signed(String type, String more) throws GeneralSecurityException {
    String message =
        "{\\\"notificationType\\\":\\\"Complaint\\\",\\\"mail\\\":{\\\"messageId\\\":\\\"1\\\"}}";
    String unsigned =
        """
        {"Type":"%s","MessageId":"m",%s"TopicArn":"%s","Message":"%s",
         "Timestamp":"2026-03-06T20:00:26.000Z","SignatureVersion":"2","SigningCertURL":"%s",
         "Signature":"%%s"}\
        """
            .formatted(type, more, TOPIC, message, CERTIFICATE);
    Signature signer = Signature.getInstance("SHA256withRSA");
    byte[] key = Base64.getMimeDecoder().decode(resource("own-key.txt"));
    signer.initSign(KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(key)));
    signer.update(new SnsMessage(Sent.json(unsigned)).signed());
    return unsigned.formatted(Base64.getEncoder().encodeToString(signer.sign()));
  }

  @Test
  void a_forged_confirmation_is_not_confirmed() throws Exception {
    String forged =
        genuine()
            .body()
            .text()
            .replace("\"Notification\"", "\"SubscriptionConfirmation\", \"Token\" : \"t\"");
    assertThat(reader().read(withBody(Payload.of(forged)), now()))
        .isInstanceOf(WebhookResult.NotGenuine.class);
    assertThat(called).noneMatch(url -> url.toString().contains("ConfirmSubscription"));
  }

  @ParameterizedTest
  @CsvSource({
    "eventType, Send, '', PROVIDER_ACCEPTED",
    "eventType, Delivery, '', PROVIDER_DELIVERED",
    "eventType, Bounce, Permanent, PROVIDER_BOUNCED",
    "notificationType, Bounce, Undetermined, PROVIDER_BOUNCED",
    "eventType, Bounce, Transient, PROVIDER_DEFERRED",
    "notificationType, Complaint, '', PROVIDER_COMPLAINT",
    "eventType, Reject, '', PROVIDER_DROPPED",
    "eventType, DeliveryDelay, '', PROVIDER_DEFERRED",
    "eventType, Open, '', PROVIDER_OPENED",
    "eventType, Click, '', PROVIDER_CLICKED"
  })
  void events_are_mapped(String field, String kind, String bounce, MessageEventType type) {
    String event =
        """
        {"%s":"%s","mail":{"messageId":"0102018-1"},
         "%s":{"timestamp":"2026-03-06T20:00:00.000Z","bounceType":"%s"}}\
        """
            .formatted(field, kind, kind.toLowerCase(java.util.Locale.ROOT), bounce);
    assertThat(SesEvents.read(Sent.json(event), now()))
        .containsExactly(
            new ProviderReport(
                    "0102018-1",
                    type,
                    Instant.parse("2026-03-06T20:00:00Z"),
                    bounce.isEmpty() ? Map.of() : Map.of("type", bounce))
                .withBounce(bounce.equals("Permanent")));
  }

  private static String resource(String name) {
    try (var in = SnsWebhooksTest.class.getResourceAsStream("/webhooks/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException missing) {
      throw new UncheckedIOException(missing);
    }
  }
}
