package dev.waybill.server.grpc.mapping;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.base.Decimals;
import dev.waybill.base.Text;
import dev.waybill.proto.v1.EventDelivery;
import dev.waybill.proto.v1.PublishToTopicResult;
import dev.waybill.proto.v1.PublishedEvent;
import dev.waybill.proto.v1.RefusedEvent;
import dev.waybill.proto.v1.SchemaViolation;
import dev.waybill.proto.v1.TopicVerdict;
import dev.waybill.server.telemetry.ObservedCall;
import dev.waybill.topic.Attribute;
import dev.waybill.topic.Delivery;
import dev.waybill.topic.PublishAnswer;
import dev.waybill.topic.PublishAnswer.NotPublished;
import dev.waybill.topic.PublishAnswer.Published;
import dev.waybill.topic.TopicEvent;
import dev.waybill.topic.Verdict;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Converts events and answers from and to messages.
public final class TopicMessages {

  private static final int NUMBER_LENGTH = 100;

  private TopicMessages() {}

  public static TopicEvent event(dev.waybill.proto.v1.TopicEvent event) {
    Map<String, Attribute> attributes = new TreeMap<>();
    event.getAttributesMap().forEach((name, value) -> attributes.put(name, attribute(name, value)));
    String form = event.getContentType().isEmpty() ? TopicEvent.JSON : event.getContentType();
    return TopicEvent.as(form, Map.of(), Payload.wrap(event.getBody().toByteArray()))
        .withType(FromProto.orNull(event.getType()))
        .withId(FromProto.orNull(event.getId()))
        .withSource(FromProto.orNull(event.getSource()))
        .withAttributes(attributes)
        .withCorrelationId(FromProto.orNull(event.getCorrelationId()))
        .withTraceContext(ObservedCall.creationContext(FromProto.orNull(event.getTraceContext())));
  }

  private static Attribute attribute(String name, dev.waybill.proto.v1.Attribute attribute) {
    return switch (attribute.getValueCase()) {
      case TEXT -> new Attribute.Text(attribute.getText());
      case NUMBER -> new Attribute.Numeric(number(name, attribute.getNumber()));
      case TEXTS -> Attribute.Many.of(attribute.getTexts().getValuesList());
      case VALUE_NOT_SET ->
          throw new WaybillException(
              Code.INVALID_ARGUMENT,
              "the attribute " + Text.quote(name) + " needs a text, a number or a list of texts");
    };
  }

  private static BigDecimal number(String name, String text) {
    return Optional.of(text)
        .filter(digits -> digits.length() <= NUMBER_LENGTH)
        .flatMap(Decimals::parse)
        .orElseThrow(
            () ->
                new WaybillException(
                    Code.INVALID_ARGUMENT,
                    "the attribute " + Text.quote(name) + " must be a number of up to 100 digits"));
  }

  public static PublishToTopicResult result(PublishAnswer answer) {
    return switch (answer) {
      case Published published ->
          PublishToTopicResult.newBuilder().setPublished(published(published)).build();
      case NotPublished refused ->
          PublishToTopicResult.newBuilder().setRefused(refused(refused)).build();
    };
  }

  private static PublishedEvent published(Published published) {
    PublishedEvent.Builder message =
        PublishedEvent.newBuilder()
            .setEventId(published.eventId())
            .addAllWarnings(published.warnings())
            .setKnown(published.known());
    published.deliveries().forEach(one -> message.addDeliveries(delivery(one)));
    return message.build();
  }

  private static EventDelivery delivery(Delivery delivery) {
    return EventDelivery.newBuilder()
        .setSubscription(delivery.subscription())
        .setQueue(delivery.queue())
        .setJobId(delivery.job().toString())
        .setDuplicate(delivery.duplicate())
        .build();
  }

  private static RefusedEvent refused(NotPublished refused) {
    RefusedEvent.Builder message =
        RefusedEvent.newBuilder()
            .setCode(refused.code().wire())
            .setDetail(refused.detail())
            .setRetryable(refused.code().isRetryable());
    refused
        .violations()
        .forEach(
            one ->
                message.addViolations(
                    SchemaViolation.newBuilder()
                        .setPointer(one.pointer())
                        .setMessage(one.message())));
    return message.build();
  }

  public static TopicVerdict verdict(Verdict verdict) {
    return TopicVerdict.newBuilder()
        .setSubscription(verdict.subscription())
        .setQueue(verdict.queue())
        .setMatches(verdict.matches())
        .addAllReasons(verdict.reasons())
        .build();
  }
}
