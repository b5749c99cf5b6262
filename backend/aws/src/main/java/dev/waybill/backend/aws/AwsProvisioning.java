package dev.waybill.backend.aws;

import dev.waybill.backend.aws.link.AlarmPlan;
import dev.waybill.backend.aws.link.Alarms;
import dev.waybill.backend.aws.link.AwsLayout;
import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.backend.aws.link.Buckets;
import dev.waybill.backend.aws.link.Queues;
import dev.waybill.backend.aws.link.TablePlan;
import dev.waybill.backend.aws.link.Tables;
import dev.waybill.spi.Provisioned;
import dev.waybill.spi.Provisioned.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.cloudwatch.model.MetricAlarm;

/// Creates and checks the tables, queues, the bucket and alarms. What exists is never changed.
final class AwsProvisioning {

  private final AwsLink link;
  private final AwsLayout layout;
  private final Tables tables;
  private final Queues queues;
  private final Buckets buckets;
  private final boolean create;

  /// @param create whether to create what is missing
  AwsProvisioning(AwsLink link, boolean create) {
    this.link = link;
    this.layout = link.layout();
    this.tables = new Tables(link);
    this.queues = new Queues(link);
    this.buckets = new Buckets(link);
    this.create = create;
  }

  List<Provisioned> run() {
    List<Provisioned> all = new ArrayList<>();
    AwsResources.tables(layout).forEach(plan -> all.add(table(plan)));
    link.config().storage().provisioned().forEach(queue -> all.addAll(lanes(queue)));
    all.add(bucket(layout.bucket()));
    if (link.config().endpoints().haveAlarms()) {
      all.addAll(alarms());
    }
    return all;
  }

  private Provisioned table(TablePlan plan) {
    return provisioned(
        "table " + plan.name(),
        tables.find(plan.name()).isPresent(),
        () -> tables.create(plan),
        () -> TableDrift.of(plan, tables));
  }

  private List<Provisioned> lanes(String queue) {
    List<Provisioned> lanes = new ArrayList<>();
    for (String lane : AwsLayout.LANES) {
      String chosen = chosenUrl(queue, lane);
      lanes.add(chosen == null ? queue(layout.queue(queue + lane)) : chosen(chosen));
    }
    return lanes;
  }

  private @Nullable String chosenUrl(String queue, String lane) {
    return lane.isEmpty() ? link.config().names().queues().get(queue) : null;
  }

  private Provisioned queue(String name) {
    return provisioned(
        "queue " + name,
        queues.find(name).isPresent(),
        () -> queues.create(name),
        () -> queues.find(name).map(queues::drift).orElse(List.of()));
  }

  /// A queue that the settings name by its URL is never created.
  private Provisioned chosen(String url) {
    String name = "queue " + url;
    return queues.hasUrl(url)
        ? new Provisioned(name, Outcome.PRESENT, queues.drift(url))
        : new Provisioned(name, Outcome.MISSING, List.of());
  }

  private List<Provisioned> alarms() {
    List<Provisioned> all = new ArrayList<>();
    try (Alarms alarms = new Alarms(link)) {
      for (String queue : link.config().storage().provisioned()) {
        for (String lane : AwsLayout.LANES) {
          if (chosenUrl(queue, lane) != null) {
            continue; // not created here, so its alarms are not either
          }
          AlarmPlan.of(layout.queue(queue + lane)).forEach(plan -> all.add(alarm(alarms, plan)));
        }
      }
    }
    return all;
  }

  private Provisioned alarm(Alarms alarms, AlarmPlan plan) {
    Optional<MetricAlarm> found = alarms.find(plan);
    return provisioned(
        "alarm " + plan.name(),
        found.isPresent(),
        () -> alarms.create(plan),
        () -> found.map(alarm -> alarms.drift(plan, alarm)).orElse(List.of()));
  }

  private Provisioned bucket(String name) {
    return provisioned(
        "bucket " + name,
        buckets.exists(name),
        () -> buckets.create(name),
        () -> buckets.drift(name));
  }

  private Provisioned provisioned(
      String name, boolean found, Runnable creation, Supplier<List<String>> drift) {
    if (found) {
      return new Provisioned(name, Outcome.PRESENT, drift.get());
    }
    if (create) {
      creation.run();
    }
    return new Provisioned(name, create ? Outcome.CREATED : Outcome.MISSING, List.of());
  }
}
