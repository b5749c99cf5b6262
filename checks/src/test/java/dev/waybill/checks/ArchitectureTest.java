package dev.waybill.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/// The architecture rules, applied to all product classes.
final class ArchitectureTest {

  private static final Rules RULES = new Rules("dev.waybill");

  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.waybill");

  private static final JavaClasses PRODUCT = RULES.product(ALL);

  @Test
  void every_package_is_checked() {
    assertThat(ALL.stream().map(one -> one.getPackageName()).distinct())
        .contains(
            "dev.waybill",
            "dev.waybill.admin",
            "dev.waybill.base",
            "dev.waybill.settings",
            "dev.waybill.result",
            "dev.waybill.admin",
            "dev.waybill.bytes",
            "dev.waybill.spi",
            "dev.waybill.record",
            "dev.waybill.service",
            "dev.waybill.engine",
            "dev.waybill.engine.feed",
            "dev.waybill.engine.index",
            "dev.waybill.engine.register",
            "dev.waybill.engine.token",
            "dev.waybill.backend.support",
            "dev.waybill.backend.search",
            "dev.waybill.backend.embedded",
            "dev.waybill.backend.embedded.blob",
            "dev.waybill.backend.embedded.history",
            "dev.waybill.backend.embedded.live",
            "dev.waybill.backend.embedded.log",
            "dev.waybill.backend.nats",
            "dev.waybill.backend.postgres",
            "dev.waybill.backend.postgres.blob",
            "dev.waybill.backend.postgres.catalog",
            "dev.waybill.backend.postgres.job",
            "dev.waybill.backend.postgres.ledger",
            "dev.waybill.backend.postgres.sql",
            "dev.waybill.backend.redis",
            "dev.waybill.backend.aws",
            "dev.waybill.backend.aws.blob",
            "dev.waybill.backend.aws.ledger",
            "dev.waybill.backend.aws.link",
            "dev.waybill.message",
            "dev.waybill.topic",
            "dev.waybill.schedule",
            "dev.waybill.bus",
            "dev.waybill.events",
            "dev.waybill.events.consume",
            "dev.waybill.events.envelope",
            "dev.waybill.events.filter",
            "dev.waybill.events.format",
            "dev.waybill.events.jsonschema",
            "dev.waybill.events.pattern",
            "dev.waybill.events.schema",
            "dev.waybill.messages",
            "dev.waybill.messages.http",
            "dev.waybill.messages.provider",
            "dev.waybill.messages.template",
            "dev.waybill.schedules",
            "dev.waybill.schedules.cron",
            "dev.waybill.worker",
            "dev.waybill.conformance",
            "dev.waybill.proto.v1",
            "dev.waybill.server.grpc",
            "dev.waybill.wire",
            "dev.waybill.wire.http",
            "dev.waybill.wire.job",
            "dev.waybill.wire.json",
            "dev.waybill.wire.schedule",
            "dev.waybill.wire.topic",
            "dev.waybill.server",
            "dev.waybill.server.auth",
            "dev.waybill.server.config",
            "dev.waybill.server.http",
            "dev.waybill.server.http.api",
            "dev.waybill.server.http.connection",
            "dev.waybill.server.http.operation",
            "dev.waybill.server.http.routes",
            "dev.waybill.server.telemetry",
            "dev.waybill.client",
            "dev.waybill.client.http",
            "dev.waybill.runner",
            "dev.waybill.runner.outbox",
            "dev.waybill.tracing",
            "dev.waybill.mcp",
            "dev.waybill.console",
            "dev.waybill.cli",
            "dev.waybill.examples");
  }

  @Test
  void the_vocabulary_depends_on_no_other_package() {
    RULES.vocabularyDependsOnNothing().check(ALL);
  }

  @Test
  void ports_depend_on_the_vocabulary_only() {
    RULES.portsKnowTheVocabularyAlone().check(ALL);
  }

  @Test
  void the_job_record_depends_on_ports_and_vocabulary_only() {
    RULES.recordKnowsPortsAndVocabulary().check(ALL);
  }

  @Test
  void service_interfaces_depend_on_ports_and_vocabulary_only() {
    RULES.servicesPlugIntoPortsAndVocabulary().check(ALL);
  }

  @Test
  void the_engine_depends_on_ports_and_vocabulary_and_no_driver() {
    RULES.engineKnowsPortsAndVocabulary().check(ALL);
  }

  @Test
  void workers_depend_on_core_only() {
    RULES.workersKnowCoreAlone().check(ALL);
  }

  @Test
  void the_process_runner_depends_on_core_and_workers_only() {
    RULES.runnerKnowsWorkers().check(ALL);
  }

  @Test
  void services_depend_on_core_and_no_surface() {
    RULES.servicesKnowCore().check(ALL);
  }

  @Test
  void tracing_depends_on_workers_and_the_opentelemetry_api_only() {
    RULES.tracingKnowsWorkersAndTheApiOfOpenTelemetry().check(ALL);
  }

  @Test
  void surfaces_record_no_metrics() {
    RULES.surfacesDoNotCount().check(ALL);
  }

  @Test
  void backends_depend_on_core_shared_support_and_their_own_driver_only() {
    RULES.backendKnowsCoreAndItsDriver("embedded", "java.sql", "org.sqlite..").check(ALL);
    RULES
        .backendKnowsCoreAndItsDriver("nats", "io.nats.client..", "tools.jackson.core..")
        .check(ALL);
    RULES
        .backendKnowsCoreAndItsDriver(
            "postgres", "java.sql", "javax.sql", "org.postgresql..", "com.zaxxer.hikari..")
        .check(ALL);
    RULES.backendKnowsCoreAndItsDriver("redis", "io.lettuce.core..").check(ALL);
    RULES.backendKnowsCoreAndItsDriver("aws", "software.amazon.awssdk..").check(ALL);
    assertThat(ALL.stream().map(one -> one.getPackageName()))
        .filteredOn(name -> name.startsWith("dev.waybill.backend."))
        .map(name -> name.replaceFirst("dev.waybill.backend.([a-z]+).*", "$1"))
        .containsOnly("support", "search", "embedded", "nats", "postgres", "redis", "aws");
  }

  @Test
  void backend_support_depends_on_core_and_the_search_index_on_sqlite() {
    RULES.whatBackendsShareKnowsCore().check(ALL);
    RULES.theSearchIndexKnowsCoreAndSqlite().check(ALL);
  }

  @Test
  void documents_depend_on_the_vocabulary_and_jackson_only() {
    RULES.wireKnowsTheVocabularyAndJackson().check(ALL);
  }

  @Test
  void jackson_is_configured_once_per_module() {
    RULES.jacksonIsSetUpInOnePlaceEach().check(ALL);
  }

  @Test
  void servers_depend_on_no_store() {
    RULES.serversKnowNoStore().check(ALL);
  }

  @Test
  void authentication_depends_on_no_protocol() {
    RULES.whoCallsIsDecidedWithoutAProtocol().check(ALL);
  }

  @Test
  void only_backends_and_one_index_use_sql() {
    RULES.onlyBackendsAndOneIndexSpeakSql().check(ALL);
  }

  @Test
  void grpc_types_stay_in_their_package() {
    RULES.wireTypesOfGrpcStopAtItsEdge().check(ALL);
  }

  @Test
  void time_is_a_parameter() {
    RULES.timeIsAParameter().check(PRODUCT);
  }

  @Test
  void no_product_code_sleeps() {
    RULES.nobodySleeps().check(PRODUCT);
  }

  @Test
  void no_product_code_uses_java_util_logging() {
    RULES.nobodyLogsByJavaUtilLogging().check(ALL);
  }

  @Test
  void only_the_command_line_and_the_examples_print() {
    RULES.onlyTheCommandLinePrints().check(PRODUCT);
  }

  @Test
  void vague_class_names_are_rejected() {
    RULES.namesSayWhatAThingDoes().check(ALL);
  }

  @Test
  void a_constructor_with_more_than_six_parameters_is_called_in_its_own_file() {
    RULES.longConstructorsAreCalledInTheirOwnFile().check(PRODUCT);
  }
}
