package dev.waybill.server.grpc;

import static dev.waybill.server.grpc.Served.assertRefused;
import static dev.waybill.server.grpc.Served.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.proto.v1.Attribute;
import dev.waybill.proto.v1.DryRunRequest;
import dev.waybill.proto.v1.PublishToTopicRequest;
import dev.waybill.proto.v1.PublishToTopicResult;
import dev.waybill.proto.v1.TextList;
import dev.waybill.proto.v1.TopicEvent;
import dev.waybill.proto.v1.TopicServiceGrpc;
import dev.waybill.proto.v1.TopicVerdict;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import io.grpc.Status;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopicCallsTest {

  @TempDir Path folder;
  private Served served;
  private TopicServiceGrpc.TopicServiceBlockingStub calls;

  @BeforeEach
  void open() {
    served = Served.in(folder);
    calls = TopicServiceGrpc.newBlockingStub(served.channel);
    served.waybill.topics().put(Topic.of("parcels"));
    served
        .waybill
        .topics()
        .subscribe(
            Subscription.of("parcels", "heavy", "heavy-parcels")
                .withFilter("{\"weight\":[{\"numeric\":[\">\",5]}]}"));
  }

  @AfterEach
  void close() {
    served.close();
  }

  @Test
  void events_are_answered_individually() {
    List<PublishToTopicResult> results =
        calls
            .publishToTopic(
                request(
                    parcel("a", number("7.5")),
                    parcel("b", number("2")),
                    parcel("c", number("heavy")),
                    parcel("d", texts("x"))))
            .getResultsList();
    assertThat(results.get(0).getPublished().getDeliveries(0).getQueue())
        .isEqualTo("heavy-parcels");
    assertThat(results.get(1).getPublished().getDeliveriesList()).isEmpty();
    assertThat(results.get(2).getRefused().getCode()).isEqualTo("invalid_argument");
    assertThat(results.get(3).hasPublished()).isTrue();
    assertThat(served.waybill.stats("heavy-parcels").waiting()).isEqualTo(1);
  }

  @Test
  void a_repeated_event_is_reported_as_known() {
    TopicEvent heavy = parcel("a", number("7.5"));
    TopicEvent light = parcel("b", number("2"));
    List<PublishToTopicResult> first = calls.publishToTopic(request(heavy, light)).getResultsList();
    List<PublishToTopicResult> again = calls.publishToTopic(request(heavy, light)).getResultsList();
    assertThat(first).noneMatch(result -> result.getPublished().getKnown());
    assertThat(again).extracting(one -> one.getPublished().getKnown()).containsExactly(true, false);
  }

  @Test
  void schema_violations_have_a_pointer() {
    TopicEvent event =
        TopicEvent.newBuilder()
            .setBody(
                bytes(
                    """
                    {"schema_version":"1.0","event_type":"message_created","event_id":"no-uuid",\
                    "timestamp":"2025-10-21T14:30:00.000Z","source":"scheduler","message":{\
                    "message_id":"550e8400-e29b-41d4-a716-446655440000","message_type":"hello",\
                    "stage":"dev","created_by":"scheduler",\
                    "correlation_id":"660e9500-f39c-52e5-b827-557766551111"},\
                    "metadata":{"region":"r","environment":"dev"}}\
                    """))
            .build();
    PublishToTopicResult result = calls.publishToTopic(request(event)).getResults(0);
    assertThat(result.getRefused().getCode()).isEqualTo("schema_violation");
    assertThat(result.getRefused().getViolations(0).getPointer()).isEqualTo("/event_id");
  }

  @Test
  void a_dry_run_explains_why_a_filter_does_not_match() {
    TopicVerdict verdict =
        calls
            .dryRun(
                DryRunRequest.newBuilder()
                    .setTopic("parcels")
                    .setEvent(parcel("a", number("3")))
                    .build())
            .getVerdicts(0);
    assertThat(verdict.getMatches()).isFalse();
    assertThat(verdict.getReasons(0)).contains("weight");
  }

  @Test
  void a_topic_that_does_not_exist_is_not_found() {
    assertRefused(
        () -> calls.publishToTopic(PublishToTopicRequest.newBuilder().setTopic("typo").build()),
        Status.Code.NOT_FOUND,
        Code.NOT_FOUND);
  }

  private static PublishToTopicRequest request(TopicEvent... events) {
    return PublishToTopicRequest.newBuilder()
        .setTopic("parcels")
        .addAllEvents(List.of(events))
        .build();
  }

  private static TopicEvent parcel(String id, Attribute weight) {
    return TopicEvent.newBuilder()
        .setType("parcel.sent")
        .setId(id)
        .setBody(bytes("{\"n\":1}"))
        .putAttributes("weight", weight)
        .build();
  }

  private static Attribute number(String value) {
    return Attribute.newBuilder().setNumber(value).build();
  }

  private static Attribute texts(String value) {
    return Attribute.newBuilder().setTexts(TextList.newBuilder().addValues(value)).build();
  }
}
