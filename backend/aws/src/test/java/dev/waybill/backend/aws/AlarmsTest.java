package dev.waybill.backend.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.backend.aws.link.AwsConfig;
import dev.waybill.backend.aws.link.AwsLayout;
import dev.waybill.spi.Provisioned;
import dev.waybill.spi.Provisioned.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AlarmsTest {

  private static final String ACTION = "arn:aws:sns:us-east-1:123456789012:operators";

  private final CloudWatchService cloudwatch = new CloudWatchService();
  private final AwsConfig emulators = Emulators.config();
  private final AwsConfig config =
      emulators
          .withEndpoints(
              new AwsConfig.Endpoints(
                  emulators.endpoints().dynamodb(),
                  emulators.endpoints().sqs(),
                  emulators.endpoints().s3(),
                  cloudwatch.url()))
          .withStorage(
              new AwsConfig.Storage(
                  List.of("default"), Duration.ofMinutes(5), Duration.ZERO, null, ACTION));
  private final String queue = new AwsLayout(config).queue("default");

  @AfterEach
  void close() {
    cloudwatch.close();
  }

  private List<Provisioned> alarms(boolean create) {
    return AwsProvider.provision(config, create).stream()
        .filter(one -> one.name().startsWith("alarm "))
        .toList();
  }

  @Test
  void alarms_of_every_queue_are_created_once() {
    assertThat(alarms(false)).hasSize(6).allMatch(one -> one.outcome() == Outcome.MISSING);
    assertThat(alarms(true)).hasSize(6).allMatch(one -> one.outcome() == Outcome.CREATED);
    assertThat(alarms(true))
        .allSatisfy(
            one -> {
              assertThat(one.outcome()).isEqualTo(Outcome.PRESENT);
              assertThat(one.drift()).as(one.name()).isEmpty();
            });

    assertThat(cloudwatch.alarms().get(queue + "-dlq-depth"))
        .containsEntry("MetricName", "ApproximateNumberOfMessagesVisible")
        .containsEntry("Dimensions", List.of(Map.of("Name", "QueueName", "Value", queue + "-dlq")))
        .containsEntry("Threshold", 0)
        .containsEntry("ComparisonOperator", "GreaterThanThreshold")
        .containsEntry("AlarmActions", List.of(ACTION));
    assertThat(cloudwatch.alarms().get(queue + "-age"))
        .containsEntry("MetricName", "ApproximateAgeOfOldestMessage")
        .containsEntry("Threshold", 600);
  }

  @Test
  void differences_of_alarms_are_reported_and_not_changed() {
    alarms(true);
    Map<String, Object> age = Objects.requireNonNull(cloudwatch.alarms().get(queue + "-age"));
    age.put("Threshold", 5.0);
    age.put("AlarmActions", List.of());

    assertThat(alarms(true))
        .filteredOn(one -> one.name().equals("alarm " + queue + "-age"))
        .singleElement()
        .satisfies(
            one ->
                assertThat(one.drift())
                    .containsExactly(
                        "its threshold is 5.0, not 600.0", "it does not notify " + ACTION));
    assertThat(age).containsEntry("Threshold", 5.0);
  }

  @Test
  void emulators_without_alarms_are_provisioned_without_them() {
    assertThat(AwsProvider.provision(emulators, true))
        .noneMatch(one -> one.name().startsWith("alarm "));
  }
}
