package dev.waybill.server.http.api;

import dev.waybill.JobId;
import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.server.auth.Caller;
import dev.waybill.server.http.connection.Exchange;
import dev.waybill.wire.json.Codec;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.JsonIn;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// A call of a route.
///
/// @param waybill the view of the caller's tenant
public record RouteCall(
    Caller caller, Waybill waybill, Input input, Payload body, Exchange exchange) {

  /// The parameters of a call.
  ///
  /// @param values the parameters in the path
  public record Input(Map<String, String> values, Query query, Headers headers) {}

  /// Reads a header of a call by its name.
  public interface Headers {

    Headers NONE = _ -> Optional.empty();

    Optional<String> get(String name);
  }

  /// A parameter in the path.
  public String value(String name) {
    return Objects.requireNonNull(input.values().get(name), name);
  }

  public Query query() {
    return input.query();
  }

  public JobId job() {
    return JobId.parse(value("id"));
  }

  public <T> T document(Codec<T> kind) {
    return JsonIn.read(body.bytesWithoutCopy(), kind::read);
  }

  /// Applies the merge patch in the body to a document.
  public <T> T patch(Document<T> kind, T before) {
    return kind.merge(body.bytesWithoutCopy(), before);
  }

  public boolean sends(String mediaType) {
    return header("Content-Type").filter(mediaType::equals).isPresent();
  }

  public boolean wants(String mediaType) {
    return header("Accept").filter(wanted -> wanted.startsWith(mediaType)).isPresent();
  }

  public Optional<String> header(String name) {
    return input.headers().get(name);
  }
}
