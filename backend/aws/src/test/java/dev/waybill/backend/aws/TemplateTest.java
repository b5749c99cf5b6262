package dev.waybill.backend.aws;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.backend.aws.blob.AwsBlobStore;
import dev.waybill.backend.aws.job.AwsJobStore;
import dev.waybill.backend.aws.ledger.AwsLedger;
import dev.waybill.backend.aws.link.AwsConfig;
import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.backend.aws.link.CallCounts;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.engine.Transitions;
import dev.waybill.settings.Settings;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.Fact;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import dev.waybill.spi.QueueKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TemplateTest {

  /// Operations that need rights of other names.
  private static final Set<String> COMPOSED =
      Set.of("dynamodb:TransactWriteItems", "dynamodb:TransactGetItems");

  @Test
  void the_cloudformation_template_says_what_the_code_creates() throws IOException {
    String written = TemplateText.write();
    Path copy = Files.writeString(Path.of("target/cloudformation.yaml"), written);

    assertThat(Path.of("../../docs/aws/cloudformation.yaml"))
        .as("copy %s there", copy.toAbsolutePath())
        .hasContent(written);
  }

  /// With the right to create taken away, as in production.
  @Test
  void the_policy_of_a_server_allows_every_call_that_it_makes() {
    AwsConfig config = Emulators.config();
    AwsProvider.provision(config, true);
    try (AwsLink link = AwsLink.open(config.withCreate(false))) {
      new AwsResources(link).ensure();
      use(AwsLedger.open(link, Expiry.of(Settings.DEFAULT)));
      use(AwsBlobStore.open(link));
      new ServiceProbe(link).prove();
      useJobs(link); // closes the link

      Set<String> allowed =
          Stream.of(
                  TemplateText.TABLE_ACTIONS,
                  TemplateText.QUEUE_ACTIONS,
                  TemplateText.OBJECT_ACTIONS,
                  COMPOSED)
              .flatMap(java.util.Collection::stream)
              .collect(Collectors.toSet());
      assertThat(link.counts().calls().keySet())
          .isNotEmpty()
          .allSatisfy(call -> assertThat(action(call.service(), call.operation())).isIn(allowed));
    }
  }

  private static String action(String service, String operation) {
    String action =
        service.toLowerCase(java.util.Locale.ROOT)
            + ":"
            + switch (operation) {
              case "HeadObject" -> "GetObject";
              case "CreateMultipartUpload", "UploadPart", "CompleteMultipartUpload" -> "PutObject";
              case "SendMessageBatch" -> "SendMessage";
              case "DeleteMessageBatch" -> "DeleteMessage";
              case String same -> same;
            };
    return action.equals("s3:HeadBucket") ? "s3:GetObject" : action;
  }

  private static void use(Ledger ledger) {
    LedgerKey key = new LedgerKey("tenant", "thing", "one");
    ledger.record(List.of(Fact.of(key, 1, "made", Instant.EPOCH, Payload.empty())));
    ledger.latest(List.of(key));
    ledger.history(key, 0, 10);
    ledger.tail(0, 10);
    ledger.beforeNewest(1);
    ledger.prune(10);
    ledger.delete(key, Long.MAX_VALUE);
  }

  /// With and without a request ID, an event, a list and maintenance.
  private static void useJobs(AwsLink link) {
    try (AwsJobStore jobs =
        new AwsJobStore(link, Settings.DEFAULT, AwsJobStore.Pace.EAGER).start()) {
      QueueKey queue = new QueueKey("default", "default");
      jobs.append(
          List.of(
              Drafts.draft("default", NewJob.builder("x").build()),
              Drafts.draft("default", NewJob.builder("x").requestId("r").build())));
      LeaseQuery query =
          new LeaseQuery(queue, "w", 10, Duration.ofMinutes(1), Duration.ofSeconds(1));
      for (Job job : jobs.lease(query)) {
        LeaseKey lease = new LeaseKey(new JobKey(job.tenant(), job.id()), job.attempt());
        jobs.publish(lease, List.of(NewEvent.of(1, "note", "{}")));
        jobs.apply(List.of(Transitions.completed(lease, Payload.of("done"))));
      }
      jobs.lease(query); // waits, and receives messages meanwhile
      eventually(
          () ->
              assertThat(link.counts().calls().keySet())
                  .extracting(CallCounts.Call::operation)
                  .contains("SendMessageBatch", "ReceiveMessage"));
    }
  }

  private static void use(BlobStore blobs) {
    blobs.put("tenant", "small", new byte[10]);
    blobs.put("tenant", "large", new byte[9_000_000]);
    blobs.get("tenant", "small");
    blobs.delete("tenant", "large");
  }
}
