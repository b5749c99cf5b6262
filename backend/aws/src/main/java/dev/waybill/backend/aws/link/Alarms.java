package dev.waybill.backend.aws.link;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;
import software.amazon.awssdk.services.cloudwatch.model.ComparisonOperator;
import software.amazon.awssdk.services.cloudwatch.model.Dimension;
import software.amazon.awssdk.services.cloudwatch.model.MetricAlarm;
import software.amazon.awssdk.services.cloudwatch.model.PutMetricAlarmRequest;
import software.amazon.awssdk.services.cloudwatch.model.Statistic;

/// Finds and creates alarms of CloudWatch.
public final class Alarms implements AutoCloseable {

  public static final String NAMESPACE = "AWS/SQS";
  public static final String DIMENSION = "QueueName";
  public static final Statistic STATISTIC = Statistic.MAXIMUM;
  public static final int EVALUATION_PERIODS = 1;
  public static final ComparisonOperator COMPARISON = ComparisonOperator.GREATER_THAN_THRESHOLD;

  /// SQS has no metrics of queues that nobody uses.
  public static final String MISSING_DATA = "notBreaching";

  private final AwsLink link;
  private final CloudWatchClient client;

  public Alarms(AwsLink link) {
    this.link = link;
    this.client = link.openCloudWatch();
  }

  public Optional<MetricAlarm> find(AlarmPlan plan) {
    return link
        .cloudwatch(
            "find the alarm " + plan.name(),
            () -> client.describeAlarms(call -> call.alarmNames(plan.name())))
        .metricAlarms()
        .stream()
        .findFirst();
  }

  public void create(AlarmPlan plan) {
    link.cloudwatch("create the alarm " + plan.name(), () -> client.putMetricAlarm(request(plan)));
  }

  private PutMetricAlarmRequest request(AlarmPlan plan) {
    return PutMetricAlarmRequest.builder()
        .alarmName(plan.name())
        .namespace(NAMESPACE)
        .metricName(plan.metric())
        .dimensions(dimension(plan))
        .statistic(STATISTIC)
        .period((int) AlarmPlan.PERIOD.toSeconds())
        .evaluationPeriods(EVALUATION_PERIODS)
        .threshold((double) plan.threshold())
        .comparisonOperator(COMPARISON)
        .treatMissingData(MISSING_DATA)
        .alarmActions(actions())
        .build();
  }

  private static Dimension dimension(AlarmPlan plan) {
    return Dimension.builder().name(DIMENSION).value(plan.queue()).build();
  }

  private List<String> actions() {
    String action = link.config().storage().alarmAction();
    return action == null ? List.of() : List.of(action);
  }

  /// How an alarm differs from one that [#create] makes, for people.
  public List<String> drift(AlarmPlan plan, MetricAlarm found) {
    PutMetricAlarmRequest wanted = request(plan);
    List<String> drift = new ArrayList<>();
    compare(
        drift,
        "its metric",
        found.namespace() + " " + found.metricName(),
        wanted.namespace() + " " + wanted.metricName());
    if (!found.dimensions().equals(wanted.dimensions())) {
      drift.add("it is not of the queue " + plan.queue());
    }
    compare(drift, "its statistic", found.statistic(), wanted.statistic());
    compare(drift, "its period", found.period(), wanted.period());
    compare(drift, "its number of periods", found.evaluationPeriods(), wanted.evaluationPeriods());
    compare(drift, "its threshold", found.threshold(), wanted.threshold());
    compare(drift, "its comparison", found.comparisonOperator(), wanted.comparisonOperator());
    compare(
        drift,
        "its way to treat missing data",
        found.treatMissingData(),
        wanted.treatMissingData());
    if (!found.alarmActions().containsAll(wanted.alarmActions())) {
      drift.add("it does not notify " + String.join(", ", wanted.alarmActions()));
    }
    return drift;
  }

  private static void compare(List<String> drift, String what, Object seen, Object wanted) {
    if (!wanted.equals(seen)) {
      drift.add(what + " is " + seen + ", not " + wanted);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
