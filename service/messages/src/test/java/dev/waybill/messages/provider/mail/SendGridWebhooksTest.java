package dev.waybill.messages.provider.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.WaybillException;
import dev.waybill.message.MessageEventType;
import dev.waybill.messages.provider.ProviderReport;
import dev.waybill.messages.provider.WebhookReader;
import dev.waybill.messages.provider.WebhookReaderTests;
import dev.waybill.messages.provider.WebhookRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// With the vector that SendGrid publishes with its libraries.
final class SendGridWebhooksTest extends WebhookReaderTests {

  private static final String KEY =
      "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+"
          + "2fNNRaINXvVpiglSI8eNEc6wEA3F+g==";
  private static final String OTHER_KEY =
      "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqTxd43gyp8IOEto2LdIfjRQrIbsd4SXZkLW6jDutdhXSJCWHw8REntlo"
          + "7aNDthvj+y7GjUuFDb/R1NGe1OPzpA==";
  private static final String BODY =
      "[{\"email\":\"hello@world.com\",\"event\":\"dropped\",\"reason\":\"Bounced Address\","
          + "\"sg_event_id\":\"ZHJvcC0xMDk5NDkxOS1MUnpYbF9OSFN0T0doUTRrb2ZTbV9BLTA\","
          + "\"sg_message_id\":\"LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-"
          + "5F5FC76C-9.0\",\"smtp-id\":\"<LRzXl_NHStOGhQ4kofSm_A@ismtpd0039p1iad1.sendgrid.net>\","
          + "\"timestamp\":1600112492}]\r\n";

  @Override
  protected WebhookRequest genuine() {
    return request(
        Map.of(
            SendGridWebhooks.TIMESTAMP,
            "1600112502",
            SendGridWebhooks.SIGNATURE,
            "MEUCIGHQVtGj+Y3LkG9fLcxf3qfI10QysgDWmMOVmxG0u6ZUAiEAyBiXDWzM+uOe5W0JuG+luQAbPIqHh89M15"
                + "TluLtEZtM="),
        BODY);
  }

  @Override
  protected Instant now() {
    return Instant.ofEpochSecond(1_600_112_502);
  }

  @Override
  protected WebhookReader reader() {
    return SendGridWebhooks.of(KEY);
  }

  @Override
  protected WebhookReader stranger() {
    return SendGridWebhooks.of(OTHER_KEY);
  }

  @Override
  protected List<String> headers() {
    return List.of(SendGridWebhooks.TIMESTAMP, SendGridWebhooks.SIGNATURE);
  }

  @Override
  protected Duration tolerance() {
    return SendGridWebhooks.TOLERANCE;
  }

  @Test
  void an_event_is_matched_by_the_id_of_the_answer() throws Exception {
    assertThat(reports(genuine()))
        .containsExactly(
            new ProviderReport(
                "LRzXl_NHStOGhQ4kofSm_A",
                MessageEventType.PROVIDER_DROPPED,
                Instant.ofEpochSecond(1_600_112_492),
                Map.of()));
  }

  @Test
  void an_invalid_key_is_refused_at_the_start() {
    assertThatThrownBy(() -> SendGridWebhooks.of("no key")).isInstanceOf(WaybillException.class);
  }
}
