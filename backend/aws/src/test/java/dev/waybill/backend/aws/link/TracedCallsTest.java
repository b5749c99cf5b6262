package dev.waybill.backend.aws.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.backend.aws.Emulators;
import dev.waybill.backend.support.SideBySide;
import dev.waybill.base.WorkContext;
import dev.waybill.settings.CallObserver;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;

/// The calls of the SDK that an observer receives.
class TracedCallsTest {

  private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  private final Recorder calls = new Recorder();
  private final AwsLink link = AwsLink.open(Emulators.config(), calls);

  /// Writes down each call when it ends.
  private static final class Recorder implements CallObserver {

    private final Queue<String> ended = new ConcurrentLinkedQueue<>();

    @Override
    public Call begin(String service, String operation, WorkContext context) {
      return new Call() {
        @Override
        public void end(String outcome, @Nullable String error) {
          ended.add(
              "%s %s in %s: %s".formatted(service, operation, context.traceparent(), outcome));
        }
      };
    }
  }

  @AfterEach
  void close() {
    link.close();
  }

  private Object findTable(String name) {
    try {
      return link.dynamodb(
          "describe", client -> client.describeTable(call -> call.tableName(name)));
    } catch (ResourceNotFoundException none) {
      return none;
    }
  }

  private Object findQueue() {
    try {
      return link.sqs("find", client -> client.getQueueUrl(call -> call.queueName("no")));
    } catch (QueueDoesNotExistException none) {
      return none;
    }
  }

  @Test
  void calls_of_a_trace_are_observed_on_the_threads_of_side_by_side_too() {
    WorkContext.current()
        .in(TRACE)
        .run(() -> SideBySide.ask(List.of("one", "two"), this::findTable));

    assertThat(calls.ended)
        .containsExactly(
            "DynamoDb DescribeTable in " + TRACE + ": refused",
            "DynamoDb DescribeTable in " + TRACE + ": refused");
  }

  @Test
  void calls_of_sqs_are_observed() {
    WorkContext.current().in(TRACE).run(this::findQueue);

    assertThat(calls.ended).containsExactly("Sqs GetQueueUrl in " + TRACE + ": refused");
  }

  @Test
  void calls_without_a_trace_are_not_observed() {
    findTable("one");

    assertThat(calls.ended).isEmpty();
  }
}
