package dev.waybill.message;

import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A message to send. It has a subject and a body, or a template with variables.
///
/// @param channel such as `email`, `sms`, `push`, `webhook` or `chat`
/// @param recipient an address on that channel
/// @param provider the key of the provider to use; null to choose it by the routes
/// @param sendAt the time before which the message is not sent; null to send it now
/// @param requestId the caller's own key: the same key in a tenant is the same message
/// @param correlationId carried along, to find everything that belongs together
/// @param traceContext the W3C `traceparent` of the caller
public record NewMessage(
    String channel,
    String recipient,
    @Nullable String subject,
    MessageBody body,
    @Nullable TemplateUse template,
    MessageMetadata metadata,
    @Nullable String provider,
    @Nullable Instant sendAt,
    @Nullable String requestId,
    @Nullable String correlationId,
    @Nullable String traceContext) {

  public static Builder builder(String channel, String recipient) {
    return new Builder(channel, recipient);
  }

  /// A builder that starts with everything this message says.
  public Builder toBuilder() {
    Builder copy = new Builder(channel, recipient);
    copy.subject = subject;
    copy.body = body;
    copy.template = template;
    copy.metadata = metadata;
    copy.provider = provider;
    copy.sendAt = sendAt;
    copy.requestId = requestId;
    copy.correlationId = correlationId;
    copy.traceContext = traceContext;
    return copy;
  }

  /// Collects what differs from the defaults. Nothing is checked before the message is sent.
  public static final class Builder {
    private final String channel;
    private final String recipient;
    private @Nullable String subject;
    private MessageBody body = MessageBody.EMPTY;
    private @Nullable TemplateUse template;
    private MessageMetadata metadata = MessageMetadata.NONE;
    private @Nullable String provider;
    private @Nullable Instant sendAt;
    private @Nullable String requestId;
    private @Nullable String correlationId;
    private @Nullable String traceContext;

    private Builder(String channel, String recipient) {
      this.channel = channel;
      this.recipient = recipient;
    }

    public Builder subject(@Nullable String text) {
      subject = text;
      return this;
    }

    public Builder body(MessageBody both) {
      body = both;
      return this;
    }

    public Builder text(String text) {
      return body(new MessageBody(text, body.html()));
    }

    public Builder html(String html) {
      return body(new MessageBody(body.text(), html));
    }

    public Builder template(@Nullable TemplateUse use) {
      template = use;
      return this;
    }

    public Builder metadata(MessageMetadata other) {
      metadata = other;
      return this;
    }

    public Builder tags(String... names) {
      Set<String> all = new TreeSet<>(Set.of(names));
      return metadata(MessageMetadata.of(all, metadata.campaign(), metadata.labels()));
    }

    public Builder campaign(String name) {
      return metadata(MessageMetadata.of(metadata.tags(), name, metadata.labels()));
    }

    public Builder provider(@Nullable String key) {
      provider = key;
      return this;
    }

    public Builder sendAt(@Nullable Instant time) {
      sendAt = time;
      return this;
    }

    public Builder requestId(@Nullable String key) {
      requestId = key;
      return this;
    }

    public Builder correlationId(@Nullable String shared) {
      correlationId = shared;
      return this;
    }

    public Builder traceContext(@Nullable String traceparent) {
      traceContext = traceparent;
      return this;
    }

    public NewMessage build() {
      return new NewMessage(
          channel,
          recipient,
          subject,
          body,
          template,
          metadata,
          provider,
          sendAt,
          requestId,
          correlationId,
          traceContext);
    }
  }
}
