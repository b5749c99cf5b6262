package dev.waybill.events.envelope;

import dev.waybill.Payload;
import dev.waybill.topic.Subscription.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads and writes all events.
public final class Envelopes {

  /// The maximum size of an event with its wrapper.
  public static final int MAX_BYTES = 1024 * 1024;

  /// The largest batch.
  public static final int MAX_BATCH_BYTES = 16 * 1024 * 1024;

  /// The maximum size of the largest event as a JSON string.
  private static final int MAX_CONSUMED_BYTES = 16 * 1024 * 1024;

  private static final String CLOUDEVENTS = "application/cloudevents";

  private Envelopes() {}

  /// Reads events without defaults.
  public static List<Envelope> read(
      @Nullable String contentType, Map<String, String> headers, byte[] body) {
    return read(contentType, headers, body, Defaults.NONE);
  }

  /// Reads the received events: one, or those of a batch.
  ///
  /// @param headers the headers of the request, names in any case
  /// @param body used without a copy; the caller must not change it afterwards
  public static List<Envelope> read(
      @Nullable String contentType, Map<String, String> headers, byte[] body, Defaults defaults) {
    String media = MediaType.of(contentType);
    String trace = TraceparentField.in(headers);
    if (media.equals(CloudEvent.BATCH)) {
      return batch(body, trace);
    }
    StrictJson.size(body, MAX_BYTES);
    if (media.equals(CloudEvent.STRUCTURED)) {
      return List.of(
          CloudEventEnvelopes.structured(
              Envelope.Mode.STRUCTURED, body, StrictJson.objectAround(body), trace));
    }
    Invalid.check(
        !media.startsWith(CLOUDEVENTS),
        "",
        "must be JSON; send CloudEvents as application/cloudevents+json",
        media);
    if (CloudEventHttp.isOne(headers)) {
      return List.of(CloudEventEnvelopes.binary(contentType, headers, Payload.wrap(body), trace));
    }
    return List.of(JsonEnvelopes.read(body, defaults, trace));
  }

  /// Reads the payload of a job: the event itself, a notification, or a CloudEvent, whose body is
  /// the data. Unknown fields are allowed.
  ///
  /// @param body used without a copy; the caller must not change it afterwards
  public static Envelope consumed(byte[] body, Defaults defaults) {
    StrictJson.size(body, MAX_CONSUMED_BYTES);
    return JsonEnvelopes.consumed(body, defaults);
  }

  /// Writes the payload for a queue. The same event always gives the same bytes.
  ///
  /// @param topicArn the name of the topic, see [SnsNotification#topicArn]
  public static Payload write(Envelope envelope, Format format, String topicArn) {
    return switch (format) {
      case RAW -> envelope.body();
      case NOTIFICATION -> notification(envelope, topicArn);
      case CLOUDEVENT -> CloudEventMapping.written(envelope, topicArn);
    };
  }

  private static List<Envelope> batch(byte[] body, @Nullable String trace) {
    List<Envelope> events = new ArrayList<>();
    CloudEventJson.eachOf(
        body,
        (json, tree) ->
            events.add(CloudEventEnvelopes.structured(Envelope.Mode.BATCHED, json, tree, trace)));
    return events;
  }

  /// A received notification is forwarded unchanged, so that its signature stays valid.
  private static Payload notification(Envelope envelope, String topicArn) {
    Payload wrapper = envelope.wrapper();
    if (wrapper != null && envelope.mode() == Envelope.Mode.NOTIFICATION) {
      return wrapper;
    }
    String message = (wrapper == null ? envelope.body() : wrapper).text();
    return new SnsNotification(
            envelope.id(), topicArn, null, message, envelope.time(), envelope.attributes())
        .write();
  }
}
