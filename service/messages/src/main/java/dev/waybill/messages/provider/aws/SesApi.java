package dev.waybill.messages.provider.aws;

import dev.waybill.messages.http.HttpOutcome;
import dev.waybill.messages.http.OutgoingRequest;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.VendorApi;
import java.time.InstantSource;
import java.util.function.Function;

/// Signed calls of the API of Amazon SES.
record SesApi(VendorApi api, SignatureV4 signature, InstantSource clock) {

  HandoffResult send(
      OutgoingMessage message, byte[] json, Function<HttpOutcome.Answered, HandoffResult> accepted)
      throws InterruptedException {
    OutgoingRequest request = OutgoingRequest.json(api.path("/v2/email/outbound-emails"), json);
    return api.send(message, signature.sign(request, clock.instant()), accepted);
  }
}
