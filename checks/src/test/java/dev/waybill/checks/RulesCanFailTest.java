package dev.waybill.checks;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

/// Shows that each rule can fail, with a class that breaks it.
final class RulesCanFailTest {

  private static final String MIRROR = "dev.waybill.checks.violations";
  private static final Rules RULES = new Rules(MIRROR);

  @Test
  void a_vocabulary_class_that_uses_a_port_is_found() {
    assertFinds(RULES.vocabularyDependsOnNothing(), "WordThatKnowsAPort");
  }

  @Test
  void a_port_that_uses_the_engine_is_found() {
    assertFinds(RULES.portsKnowTheVocabularyAlone(), "PortThatKnowsTheEngine");
  }

  @Test
  void an_engine_that_uses_a_driver_is_found() {
    assertFinds(RULES.engineKnowsPortsAndVocabulary(), "EngineThatKnowsADriver");
    assertFinds(RULES.onlyBackendsAndOneIndexSpeakSql(), "EngineThatKnowsADriver");
  }

  @Test
  void a_worker_that_uses_a_backend_is_found() {
    assertFinds(RULES.workersKnowCoreAlone(), "WorkerThatKnowsABackend");
  }

  @Test
  void a_service_that_uses_a_server_is_found() {
    assertFinds(RULES.servicesKnowCore(), "ServiceThatKnowsAServer");
  }

  @Test
  void tracing_that_uses_a_driver_is_found() {
    assertFinds(RULES.tracingKnowsWorkersAndTheApiOfOpenTelemetry(), "TracingThatKnowsADriver");
  }

  @Test
  void a_surface_that_records_metrics_is_found() {
    assertFinds(RULES.surfacesDoNotCount(), "SurfaceThatCounts");
  }

  @Test
  void a_backend_that_uses_a_worker_is_found() {
    assertFinds(RULES.backendKnowsCoreAndItsDriver("other"), "BackendThatKnowsAWorker");
  }

  @Test
  void a_backend_that_uses_another_backend_is_found() {
    assertFinds(RULES.backendKnowsCoreAndItsDriver("third"), "BackendThatKnowsAnother");
  }

  @Test
  void a_grpc_type_outside_of_its_package_is_found() {
    assertFinds(RULES.wireTypesOfGrpcStopAtItsEdge(), "WordThatKnowsTheWire");
  }

  @Test
  void a_document_that_uses_a_port_is_found() {
    assertFinds(RULES.wireKnowsTheVocabularyAndJackson(), "DocumentThatKnowsAPort");
  }

  @Test
  void a_parser_with_limits_of_its_own_is_found() {
    assertFinds(RULES.jacksonIsSetUpInOnePlaceEach(), "ParserWithItsOwnLimits.factory");
    assertFinds(RULES.jacksonIsSetUpInOnePlaceEach(), "ParserWithItsOwnLimits.shared");
    assertFinds(RULES.jacksonIsSetUpInOnePlaceEach(), "ParserWithItsOwnLimits.built");
  }

  @Test
  void a_server_that_uses_a_backend_is_found() {
    assertFinds(RULES.serversKnowNoStore(), "ServerThatKnowsABackend");
  }

  @Test
  void authentication_that_uses_a_protocol_is_found() {
    assertFinds(RULES.whoCallsIsDecidedWithoutAProtocol(), "CallerThatKnowsAServer");
  }

  @Test
  void a_read_of_the_system_clock_is_found() {
    assertFinds(RULES.timeIsAParameter(), "ClockWatcher");
  }

  @Test
  void a_sleep_is_found() {
    assertFinds(RULES.nobodySleeps(), "Sleeper");
  }

  @Test
  void a_logger_is_found() {
    assertFinds(RULES.nobodyLogsByJavaUtilLogging(), "LogKeeper");
  }

  @Test
  void a_print_is_found() {
    assertFinds(RULES.onlyTheCommandLinePrints(), "Talker");
  }

  @Test
  void a_vague_name_is_found() {
    assertFinds(RULES.namesSayWhatAThingDoes(), "JobManager");
  }

  @Test
  void a_call_of_a_long_constructor_is_found() {
    assertFinds(RULES.longConstructorsAreCalledInTheirOwnFile(), "CallerOfALongConstructor");
  }

  private static void assertFinds(ArchRule rule, String violator) {
    var found = rule.evaluate(new ClassFileImporter().importPackages(MIRROR)).getFailureReport();
    assertThat(found.getDetails()).anyMatch(detail -> detail.contains(violator));
  }
}
