package dev.waybill.conformance;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.waybill.JobId;
import dev.waybill.conformance.job.JobStoreConformance;
import dev.waybill.conformance.model.ModelComparison;
import dev.waybill.conformance.model.ModelStoreTest;
import dev.waybill.settings.Settings;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;

/// Tests the kit on stores that are broken on purpose: each must fail the tests of its broken
/// promise, and most other tests must pass.
final class BrokenStoresTest {

  /// Short, because the answers of these stores do not change with time.
  private static final Duration PATIENCE = Duration.ofMillis(50);

  @Test
  void a_store_that_loses_the_last_change_breaks_E1_and_E3() {
    assertCaught(Forgetful.class, "E1", "E3");
  }

  @Test
  void a_store_that_answers_before_a_write_is_durable_breaks_E1_and_E3() {
    assertCaught(Hasty.class, "E1", "E3");
  }

  @Test
  void a_store_that_leases_twice_breaks_L1() {
    assertCaught(Generous.class, "L1");
  }

  @Test
  void a_store_that_ignores_the_attempt_breaks_L2() {
    assertCaught(Credulous.class, "L2");
  }

  @Test
  void a_store_that_requeues_finished_jobs_breaks_S1() {
    assertCaught(Backwards.class, "S1");
  }

  @Test
  void a_store_that_finds_by_id_alone_breaks_T1() {
    assertCaught(Leaky.class, "T1");
  }

  @Test
  void a_store_that_loses_request_ids_of_finished_jobs_breaks_E2() {
    assertCaught(Amnesiac.class, "E2");
  }

  @Test
  void a_store_that_checks_before_it_inserts_breaks_E2() {
    assertThat(promises(failed(tests(Racy.class)))).contains("E2");
  }

  @Test
  void a_store_whose_feed_skips_changes_breaks_F1() {
    assertThat(promises(failed(tests(Skipping.class)))).containsExactly("F1");
  }

  @Test
  void a_store_whose_feed_omits_deletions_breaks_F1() {
    assertThat(promises(failed(tests(Silent.class)))).containsExactly("F1");
  }

  @Test
  void the_model_breaks_nothing() {
    assertThat(failed(tests(ModelStoreTest.class))).isEmpty();
  }

  @Test
  void every_test_names_its_promise() {
    assertThat(tests(ModelStoreTest.class).finished().stream().map(BrokenStoresTest::method))
        .isNotEmpty()
        .allSatisfy(test -> assertThat(test.isAnnotationPresent(Promise.class)).isTrue());
  }

  /// Asserts that tests of the promise have failed, and the comparison with the model as well.
  private static void assertCaught(Class<?> conformance, String... promises) {
    Events tests = tests(conformance);
    List<Method> failed = failed(tests);
    assertThat(promises(failed)).contains(promises);
    assertThat(failed).anyMatch(BrokenStoresTest::isComparison);
    assertThat(failed).hasSizeLessThan((int) tests.succeeded().count());
  }

  private static List<Method> failed(Events tests) {
    return tests.failed().stream().map(BrokenStoresTest::method).toList();
  }

  private static Set<String> promises(List<Method> tests) {
    return tests.stream()
        .filter(test -> !isComparison(test))
        .flatMap(test -> Stream.of(test.getAnnotation(Promise.class).value()))
        .collect(toCollection(TreeSet::new));
  }

  private static boolean isComparison(Method test) {
    return test.getDeclaringClass() == ModelComparison.class;
  }

  private static Events tests(Class<?> conformance) {
    EngineTestKit.Builder tests =
        EngineTestKit.engine("junit-jupiter").selectors(selectClass(conformance));
    return Eventually.withPatience(PATIENCE, tests::execute).testEvents();
  }

  private static Method method(Event event) {
    return event
        .getTestDescriptor()
        .getSource()
        .map(source -> ((MethodSource) source).getJavaMethod())
        .orElseThrow();
  }

  static final class Forgetful extends JobStoreConformance {
    @Override
    protected BackendFixture openFixture(Settings settings) {
      return LosingFixture.forgetful(settings);
    }
  }

  static final class Hasty extends JobStoreConformance {
    @Override
    protected BackendFixture openFixture(Settings settings) {
      return LosingFixture.hasty(settings);
    }
  }

  static final class Generous extends JobStoreConformance {
    @Override
    protected BackendFixture openFixture(Settings settings) {
      return new BrokenFixture(settings, BrokenStores.Generous::new);
    }
  }

  static final class Credulous extends JobStoreConformance {
    @Override
    protected BackendFixture openFixture(Settings settings) {
      return new BrokenFixture(settings, BrokenStores.Credulous::new);
    }
  }

  static final class Backwards extends JobStoreConformance {
    @Override
    protected BackendFixture openFixture(Settings settings) {
      return new BrokenFixture(settings, BrokenStores.Backwards::new);
    }
  }

  static final class Leaky extends JobStoreConformance {
    @Override
    protected BackendFixture openFixture(Settings settings) {
      var owners = new ConcurrentHashMap<JobId, String>();
      return new BrokenFixture(settings, good -> new BrokenStores.Leaky(good, owners));
    }
  }

  static final class Amnesiac extends JobStoreConformance {
    @Override
    protected BackendFixture openFixture(Settings settings) {
      return new BrokenFixture(settings, BrokenStores.Amnesiac::new);
    }
  }

  static final class Skipping extends JobStoreConformance {
    @Override
    protected BackendFixture openFixture(Settings settings) {
      return new BrokenFixture(settings, BrokenFeeds.Skipping::new);
    }
  }

  static final class Silent extends JobStoreConformance {
    @Override
    protected BackendFixture openFixture(Settings settings) {
      return new BrokenFixture(settings, BrokenFeeds.Silent::new);
    }
  }

  static final class Racy extends JobStoreConformance {
    @Override
    protected BackendFixture openFixture(Settings settings) {
      return new BrokenFixture(settings, BrokenStores.Racy::new);
    }
  }
}
