package dev.waybill.backend.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.ServiceException;
import dev.waybill.WaybillException;
import dev.waybill.backend.aws.link.AwsConfig;
import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.Provisioned;
import dev.waybill.spi.Provisioned.Outcome;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

class ProvisioningTest {

  private final AwsConfig config = Emulators.config();

  @Test
  void everything_is_created_once_and_then_found_without_drift() {
    assertThat(AwsProvider.provision(config, false))
        .extracting(Provisioned::outcome)
        .containsOnly(Outcome.MISSING);

    assertThat(AwsProvider.provision(config, true))
        .extracting(Provisioned::outcome)
        .containsOnly(Outcome.CREATED);

    assertThat(AwsProvider.provision(config, true))
        .allSatisfy(
            one -> {
              assertThat(one.outcome()).isEqualTo(Outcome.PRESENT);
              assertThat(one.drift()).as(one.name()).isEmpty();
            });
  }

  @Test
  void a_bucket_that_was_deleted_is_a_failure_of_s3() {
    try (Backend backend = AwsProvider.open(config, Settings.DEFAULT);
        AwsLink link = AwsLink.open(config)) {
      backend.proveWrite();
      String bucket = link.layout().bucket();
      link.s3("delete", client -> client.deleteBucket(call -> call.bucket(bucket)));
      ServiceException failed = catchThrowableOfType(ServiceException.class, backend::proveWrite);
      assertThat(failed.service()).isEqualTo("S3");
      assertThat(failed.code()).isEqualTo(Code.STORE_FAILED);
      assertThat(failed).hasMessageContaining(bucket);
    }
  }

  @Test
  void differences_of_queues_and_tables_are_reported() {
    try (AwsLink link = AwsLink.open(config)) {
      otherTable(link, link.layout().ledgerTable());
      link.sqs(
          "create",
          client ->
              client.createQueue(
                  call ->
                      call.queueName(link.layout().queue("default"))
                          .attributes(Map.of(QueueAttributeName.VISIBILITY_TIMEOUT, "7"))));

      List<Provisioned> found = AwsProvider.provision(config, false);

      assertThat(drift(found, "table " + link.layout().ledgerTable()))
          .contains("its key is [other], not [subject, name]", "the index by_age is missing")
          .contains("its capacity is provisioned, not on demand");
      assertThat(drift(found, "queue " + link.layout().queue("default")))
          .contains("VisibilityTimeout is 7, not 300", "it has no queue of dead letters");
    }
  }

  @Test
  void a_queue_that_the_settings_name_is_checked_and_not_created() {
    String missing = config.endpoints().sqs() + "/000000000000/missing";
    AwsConfig named =
        config.withNames(
            new AwsConfig.Names(
                "waybill", config.names().environment(), Map.of("default", missing), Map.of()));

    assertThat(AwsProvider.provision(named, true))
        .contains(new Provisioned("queue " + missing, Outcome.MISSING, List.of()));
  }

  @Test
  void a_server_that_may_not_create_names_the_missing_table() {
    WaybillException refused =
        catchThrowableOfType(
            WaybillException.class,
            () -> AwsProvider.open(config.withCreate(false), Settings.DEFAULT));

    assertThat(refused.code()).isEqualTo(Code.STORE_FAILED);
    assertThat(refused).hasMessageContaining("waybill_" + config.names().environment());
  }

  @Test
  void the_probe_of_readiness_names_the_service_that_fails() {
    AwsConfig.Endpoints at = config.endpoints();
    URI nowhere = URI.create("http://127.0.0.1:1");
    try (Backend backend =
        AwsProvider.open(
            config.withEndpoints(new AwsConfig.Endpoints(at.dynamodb(), nowhere, at.s3())),
            Settings.DEFAULT)) {
      WaybillException failed = catchThrowableOfType(WaybillException.class, backend::proveWrite);

      assertThat(failed.code()).isEqualTo(Code.UNAVAILABLE);
      assertThat(failed).hasMessageStartingWith("SQS");
    }
    try (Backend backend = AwsProvider.open(config, Settings.DEFAULT)) {
      backend.proveWrite();
    }
  }

  private static List<String> drift(List<Provisioned> found, String name) {
    return found.stream()
        .filter(one -> one.name().equals(name))
        .map(Provisioned::drift)
        .findFirst()
        .orElseThrow();
  }

  private static void otherTable(AwsLink link, String name) {
    link.dynamodb(
        "create",
        client ->
            client.createTable(
                call ->
                    call.tableName(name)
                        .attributeDefinitions(
                            AttributeDefinition.builder()
                                .attributeName("other")
                                .attributeType("S")
                                .build())
                        .keySchema(
                            KeySchemaElement.builder()
                                .attributeName("other")
                                .keyType("HASH")
                                .build())
                        .provisionedThroughput(
                            much -> much.readCapacityUnits(1L).writeCapacityUnits(1L))));
  }
}
