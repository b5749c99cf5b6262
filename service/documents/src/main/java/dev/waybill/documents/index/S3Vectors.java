package dev.waybill.documents.index;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.messages.http.HttpOutcome;
import dev.waybill.messages.http.HttpSender;
import dev.waybill.messages.http.OutgoingRequest;
import dev.waybill.messages.provider.VendorJson;
import dev.waybill.messages.provider.aws.SignatureV4;
import dev.waybill.wire.json.JsonOut;
import java.net.URI;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Calls the API of Amazon S3 Vectors for one vector bucket. Every call can be repeated.
///
/// @param endpoint such as `https://s3vectors.eu-central-1.api.aws`
public record S3Vectors(
    URI endpoint, String bucket, SignatureV4 signature, HttpSender http, InstantSource clock) {

  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int TOO_MANY_REQUESTS = 429;

  /// The answer; empty if the bucket, the index or the vector does not exist.
  Optional<JsonNode> find(String operation, Map<String, ?> parameters) {
    HttpOutcome.Answered answer = call(operation, parameters);
    return answer.status() == NOT_FOUND ? Optional.empty() : Optional.of(read(operation, answer));
  }

  /// Creates something, or does nothing if it exists.
  void create(String operation, Map<String, ?> parameters) {
    HttpOutcome.Answered answer = call(operation, parameters);
    if (answer.status() != CONFLICT) {
      read(operation, answer);
    }
  }

  JsonNode change(String operation, Map<String, ?> parameters) {
    return read(operation, call(operation, parameters));
  }

  private HttpOutcome.Answered call(String operation, Map<String, ?> parameters) {
    Map<String, Object> body = new LinkedHashMap<>(parameters);
    body.put("vectorBucketName", bucket);
    URI uri = URI.create(endpoint.toString().replaceFirst("/+$", "") + '/' + operation);
    OutgoingRequest request = OutgoingRequest.json(uri, JsonOut.tree(body)).asRepeatable();
    return switch (sent(signature.sign(request, clock.instant()))) {
      case HttpOutcome.Answered answer -> answer;
      case HttpOutcome.Failed failed ->
          throw new WaybillException(Code.UNAVAILABLE, "S3 Vectors: " + failed.error());
    };
  }

  private HttpOutcome sent(OutgoingRequest request) {
    try {
      return http.send(request);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new WaybillException(Code.INTERRUPTED, "interrupted while calling S3 Vectors");
    }
  }

  private static JsonNode read(String operation, HttpOutcome.Answered answer) {
    if (!answer.isGood()) {
      throw new WaybillException(
          code(answer.status()),
          "S3 Vectors answered %d to %s: %s"
              .formatted(
                  answer.status(),
                  operation,
                  Text.storable(VendorJson.text(answer, "message"), 200)));
    }
    return VendorJson.read(answer.body().bytes());
  }

  private static Code code(int status) {
    if (status == TOO_MANY_REQUESTS) {
      return Code.THROTTLED;
    }
    return status >= 500 ? Code.UNAVAILABLE : Code.STORE_FAILED;
  }
}
