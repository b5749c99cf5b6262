package dev.waybill.message;

import dev.waybill.Payload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
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
    List<Attachment> attachments,
    MessageMetadata metadata,
    @Nullable String provider,
    @Nullable Instant sendAt,
    @Nullable String requestId,
    @Nullable String correlationId,
    @Nullable String traceContext) {

  public NewMessage {
    attachments = List.copyOf(attachments);
  }

  public static Builder builder(String channel, String recipient) {
    return new Builder(channel, recipient);
  }

  /// A builder that starts with everything this message says.
  public Builder toBuilder() {
    Builder copy = new Builder(channel, recipient);
    copy.subject = subject;
    copy.body = body;
    copy.template = template;
    copy.attachments = attachments;
    copy.metadata = metadata;
    copy.provider = provider;
    copy.sendAt = sendAt;
    copy.requestId = requestId;
    copy.correlationId = correlationId;
    copy.traceContext = traceContext;
    return copy;
  }

  /// With attachments that are read from sources.
  ///
  /// @param sources by the number of the attachment, from 1
  public NewMessage loadedBy(IntFunction<Payload.Source> sources) {
    List<Attachment> loaded = new ArrayList<>();
    for (Attachment attachment : attachments) {
      loaded.add(attachment.loadedBy(sources.apply(loaded.size() + 1)));
    }
    return toBuilder().attachments(loaded).build();
  }

  /// Collects what differs from the defaults. Nothing is checked before the message is sent.
  public static final class Builder {
    private final String channel;
    private final String recipient;
    private @Nullable String subject;
    private MessageBody body = MessageBody.EMPTY;
    private @Nullable TemplateUse template;
    private List<Attachment> attachments = List.of();
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

    public Builder attachments(List<Attachment> all) {
      attachments = List.copyOf(all);
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
          attachments,
          metadata,
          provider,
          sendAt,
          requestId,
          correlationId,
          traceContext);
    }
  }
}
