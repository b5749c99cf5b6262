package dev.waybill.checks;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.databind.ObjectMapper;

/// Allowed dependencies between packages below a root package. The root is a parameter so that each
/// rule can be shown to fail on a small copy of the packages.
record Rules(String root) {

  private static final String[] PLATFORM = {
    "java.io",
    "java.lang..",
    "java.math",
    "java.net",
    "java.text",
    "java.nio..",
    "java.security..",
    "java.time..",
    "java.util..",
    "javax.crypto..",
    "javax.net.ssl",
    "org.jspecify.annotations"
  };

  ArchRule vocabularyDependsOnNothing() {
    return classes()
        .that()
        .resideInAnyPackage(vocabulary())
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(with(vocabulary(), PLATFORM));
  }

  ArchRule portsKnowTheVocabularyAlone() {
    return only(root + ".spi", with(vocabulary(), root + ".spi"));
  }

  ArchRule recordKnowsPortsAndVocabulary() {
    return only(
        root + ".record", with(vocabulary(), root + ".bytes", root + ".spi", root + ".record"));
  }

  ArchRule servicesPlugIntoPortsAndVocabulary() {
    return only(root + ".service", with(vocabulary(), root + ".spi", root + ".service"));
  }

  ArchRule engineKnowsPortsAndVocabulary() {
    return only(root + ".engine..", core());
  }

  ArchRule workersKnowCoreAlone() {
    return only(root + ".worker", with(core(), root + ".worker"));
  }

  ArchRule runnerKnowsWorkers() {
    String[] allowed = with(core(), root + ".wire..", root + ".worker", root + ".runner..");
    return only(root + ".runner..", allowed);
  }

  /// A program chooses where spans go, so this module does not use the SDK.
  ArchRule tracingKnowsWorkersAndTheApiOfOpenTelemetry() {
    String[] allowed =
        with(
            core(),
            root + ".worker",
            root + ".tracing",
            "io.opentelemetry.api..",
            "io.opentelemetry.context..");
    return only(root + ".tracing", allowed);
  }

  /// Surfaces report what happens; a package of its own records metrics.
  ArchRule surfacesDoNotCount() {
    return noClasses()
        .that()
        .resideInAnyPackage(root + ".server.http..", root + ".server.grpc..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.opentelemetry..");
  }

  /// A backend does not use another one.
  ///
  /// @param driver the third-party packages that this backend needs
  ArchRule backendKnowsCoreAndItsDriver(String backend, String... driver) {
    String[] shared = with(core(), root + ".backend." + backend + "..", root + ".backend.support");
    return only(
        root + ".backend." + backend + "..", with(with(shared, root + ".backend.search"), driver));
  }

  ArchRule whatBackendsShareKnowsCore() {
    return only(root + ".backend.support", with(core(), root + ".backend.support"));
  }

  ArchRule theSearchIndexKnowsCoreAndSqlite() {
    return only(
        root + ".backend.search",
        with(
            core(),
            root + ".backend.search",
            root + ".backend.support",
            "java.sql",
            "org.sqlite.."));
  }

  ArchRule wireKnowsTheVocabularyAndJackson() {
    return only(
        root + ".wire..",
        with(vocabulary(), root + ".bytes", root + ".wire..", "tools.jackson.core.."));
  }

  /// Only the composition root and the key store use ports.
  ArchRule serversKnowNoStore() {
    return noClasses()
        .that()
        .resideInAnyPackage(root + ".server.http..", root + ".server.grpc..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(root + ".backend..", root + ".spi..", root + ".engine..");
  }

  ArchRule whoCallsIsDecidedWithoutAProtocol() {
    return noClasses()
        .that()
        .resideInAPackage(root + ".server.auth..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            root + ".server",
            root + ".server.http..",
            root + ".server.grpc..",
            "org.eclipse.jetty..",
            "io.grpc..");
  }

  /// The index of chunks in PostgreSQL is a projection with a database of its own. Examples show
  /// programs with transactions of their own.
  ArchRule onlyBackendsAndOneIndexSpeakSql() {
    return noClasses()
        .that()
        .resideOutsideOfPackages(
            root + ".backend..", root + ".documents.index.postgres", root + ".examples")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.sql..", "javax.sql..", "org.sqlite..", "org.postgresql..");
  }

  ArchRule wireTypesOfGrpcStopAtItsEdge() {
    return noClasses()
        .that()
        .resideOutsideOfPackages(root + ".proto..", root + ".server.grpc..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.grpc..", "com.google.protobuf..", root + ".proto..");
  }

  ArchRule timeIsAParameter() {
    return noClasses()
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(LocalDate.class, "now")
        .orShould()
        .callMethod(LocalDateTime.class, "now")
        .orShould()
        .callMethod(Clock.class, "systemUTC")
        .orShould()
        .callMethod(System.class, "currentTimeMillis");
  }

  ArchRule nobodySleeps() {
    return noClasses()
        .should()
        .callMethod(Thread.class, "sleep", long.class)
        .orShould()
        .callMethod(Thread.class, "sleep", java.time.Duration.class);
  }

  ArchRule nobodyLogsByJavaUtilLogging() {
    return noClasses()
        .that()
        .resideOutsideOfPackage(root + ".server.telemetry..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.util.logging..");
  }

  ArchRule onlyTheCommandLinePrints() {
    return noClasses()
        .that()
        .resideOutsideOfPackages(root + ".cli..", root + ".examples..")
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err");
  }

  ArchRule namesSayWhatAThingDoes() {
    return noClasses().should().haveNameMatching(".*(Manager|Helper|Utils?|Impl)(\\$.*)?");
  }

  /// Values with many parts are built by name: by a builder, by copies, or from smaller values.
  ArchRule longConstructorsAreCalledInTheirOwnFile() {
    return noClasses()
        .should()
        .callConstructorWhere(
            describe(
                "a constructor with more than six parameters is called from another file",
                call ->
                    call.getTarget().getRawParameterTypes().size() > 6
                        && call.getTargetOwner().getPackageName().startsWith(root)
                        && !file(call.getTargetOwner()).equals(file(call.getOriginOwner()))));
  }

  /// The limits of JSON from outside are chosen once: in `wire`, for trees on top of it, and in the
  /// one store that writes JSON and must not know `wire`.
  ArchRule jacksonIsSetUpInOnePlaceEach() {
    Set<String> allowed =
        Set.of(
            root + ".wire.json.Json",
            root + ".events.jsonschema.JsonTrees",
            root + ".backend.nats.LedgerJson");
    return noClasses()
        .that(describe("do not hold limits of JSON", one -> !allowed.contains(file(one))))
        .should()
        .callCodeUnitWhere(describe("sets up Jackson", Rules::setsUpJackson));
  }

  private static boolean setsUpJackson(JavaCall<?> call) {
    JavaClass owner = call.getTargetOwner();
    boolean fromJackson =
        owner.isAssignableTo(TokenStreamFactory.class) || owner.isAssignableTo(ObjectMapper.class);
    return fromJackson
        && (call.getName().equals("<init>")
            || call.getTarget().getRawReturnType().isAssignableTo(ObjectMapper.class)
            || call.getName().endsWith("uilder"));
  }

  private static String file(JavaClass one) {
    String name = one.getName();
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }

  /// Product code that runs inside a user's process. The conformance kit is not included: it waits
  /// and reads the clock, as tests do.
  JavaClasses product(JavaClasses all) {
    return all.that(
        describe(
            "are product code",
            (JavaClass one) -> !one.getPackageName().startsWith(root + ".conformance")));
  }

  /// Services are built on jobs and use neither surfaces nor drivers.
  ArchRule servicesKnowCore() {
    String[] allowed =
        with(
            core(),
            root + ".wire..",
            root + ".worker",
            root + ".events..",
            root + ".messages..",
            root + ".schedules..",
            root + ".bus..",
            "com.google.crypto.tink..",
            "io.lettuce.core..",
            "software.amazon.awssdk..",
            "com.samskivert.mustache",
            "jakarta.mail..",
            "org.eclipse.angus.mail.smtp",
            "tools.jackson..");
    return classes()
        .that()
        .resideInAnyPackage(
            root + ".events..", root + ".messages..", root + ".schedules..", root + ".bus..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(with(allowed, PLATFORM));
  }

  private String[] vocabulary() {
    return new String[] {
      root,
      root + ".base",
      root + ".settings",
      root + ".result",
      root + ".topic",
      root + ".document",
      root + ".message",
      root + ".schedule",
      root + ".insight",
      root + ".admin"
    };
  }

  private String[] core() {
    return with(
        vocabulary(),
        root + ".bytes",
        root + ".spi",
        root + ".record",
        root + ".service",
        root + ".engine..");
  }

  private static String[] with(String[] some, String... more) {
    return Stream.concat(Stream.of(some), Stream.of(more)).toArray(String[]::new);
  }

  private static ArchRule only(String subject, String... allowed) {
    return classes()
        .that()
        .resideInAPackage(subject)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(with(allowed, PLATFORM));
  }
}
