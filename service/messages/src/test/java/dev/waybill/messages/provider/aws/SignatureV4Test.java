package dev.waybill.messages.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import dev.waybill.messages.http.OutgoingRequest;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// With the vectors that AWS publishes.
final class SignatureV4Test {

  private static final Instant AT = Instant.parse("2015-08-30T12:36:00Z");
  private static final SignatureV4 SIGNATURE =
      new SignatureV4(
          "AKIDEXAMPLE",
          "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
          null,
          new SignatureV4.Scope("us-east-1", "service"));

  @ParameterizedTest
  @CsvSource({
    "GET, '', 5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
    "POST, '', 5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
    "GET, ?Param2=value2&Param1=value1,"
        + " b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"
  })
  void the_published_vectors_are_signed(String method, String query, String expected) {
    OutgoingRequest request =
        new OutgoingRequest(
            method,
            URI.create("https://example.amazonaws.com/" + query),
            Map.of(),
            Payload.empty(),
            false);
    assertThat(SIGNATURE.sign(request, AT).headers())
        .containsEntry(
            "Authorization",
            "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request,"
                + " SignedHeaders=host;x-amz-date, Signature="
                + expected);
  }

  @Test
  void secrets_are_not_printed_and_a_session_token_is_signed() {
    SignatureV4 temporary =
        new SignatureV4("AKID", "secret", "session", new SignatureV4.Scope("us-east-1", "ses"));
    assertThat(temporary.toString()).doesNotContain("secret").doesNotContain("session");
    OutgoingRequest request = OutgoingRequest.get(URI.create("https://example.amazonaws.com"));
    assertThat(temporary.sign(request, AT).headers())
        .containsEntry("X-Amz-Security-Token", "session")
        .hasEntrySatisfying(
            "Authorization",
            value -> assertThat(value).contains("host;x-amz-date;x-amz-security-token"));
  }
}
