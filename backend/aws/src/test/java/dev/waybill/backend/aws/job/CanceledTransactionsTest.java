package dev.waybill.backend.aws.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.waybill.Code;
import dev.waybill.NewJob;
import dev.waybill.WaybillException;
import dev.waybill.backend.aws.Emulators;
import dev.waybill.backend.aws.FaultyService;
import dev.waybill.backend.aws.FaultyService.Fault;
import dev.waybill.backend.aws.link.AwsConfig;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Draft;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// DynamoDB cancels the transactions of jobs with a request ID.
class CanceledTransactionsTest {

  /// Longer than a store tries.
  private static final Duration LONG = Duration.ofSeconds(90);

  private final AwsConfig config = Emulators.config();

  private static List<Draft> named() {
    return List.of(Drafts.draft("t", NewJob.builder("x").requestId("r").build()));
  }

  @Test
  void a_transaction_that_is_canceled_in_passing_is_repeated() {
    try (FaultyService dynamodb = new FaultyService(Emulators.dynamodb().url());
        JobsFixture fixture = new JobsFixture(Settings.DEFAULT, behind(dynamodb))) {
      dynamodb.next("TransactWriteItems", Fault.CANCELED, Fault.CANCELED, Fault.CANCELED);
      assertThat(fixture.server().jobs.append(named()))
          .singleElement()
          .isInstanceOf(Appended.New.class);
    }
  }

  @Test
  void a_transaction_that_is_always_canceled_is_given_up() {
    try (FaultyService dynamodb = new FaultyService(Emulators.dynamodb().url());
        JobsFixture fixture = new JobsFixture(Settings.DEFAULT, behind(dynamodb))) {
      dynamodb.each(
          operation -> operation.equals("TransactWriteItems") ? Fault.CANCELED : Fault.NONE);
      WaybillException failed =
          assertTimeoutPreemptively(
              LONG,
              () ->
                  catchThrowableOfType(
                      WaybillException.class, () -> fixture.server().jobs.append(named())));
      assertThat(failed.code()).isEqualTo(Code.UNAVAILABLE);
    }
  }

  private AwsConfig behind(FaultyService dynamodb) {
    AwsConfig.Endpoints direct = config.endpoints();
    return config.withEndpoints(new AwsConfig.Endpoints(dynamodb.url(), direct.sqs(), direct.s3()));
  }
}
