package dev.waybill.lambda;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Seed;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The runtime in a process of its own, as Lambda starts it.
class BootstrapTest {

  private final LambdaService lambda = new LambdaService();
  private @Nullable Process started;

  @AfterEach
  void stop() {
    requireNonNull(started).destroyForcibly();
    lambda.close();
  }

  private Process start(String handler) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            "dev.waybill.lambda.Bootstrap");
    builder.environment().put("AWS_LAMBDA_RUNTIME_API", lambda.address());
    builder.environment().put("_HANDLER", handler);
    Process process =
        builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    started = process;
    return process;
  }

  @Test
  @Seed("S1.10")
  void a_function_answers_one_event_after_the_other() throws Exception {
    start(Picky.class.getName());
    LambdaService.Answer first = lambda.invoke(Events.of("a", "throw"));
    assertThat(first.path()).isEqualTo("invocation/r1/response");
    assertThat(first.body()).isEqualTo(Events.failures("m1"));
    assertThat(lambda.invoke(Events.of("a")).body()).isEqualTo(Events.failures());
  }

  @Test
  void nonsense_is_reported_as_an_error_and_the_next_event_is_handled() throws Exception {
    start(Picky.class.getName() + "::handle");
    LambdaService.Answer error = lambda.invoke("{\"Records\": 5}");
    assertThat(error.path()).isEqualTo("invocation/r1/error");
    assertThat(error.body()).contains("\"errorType\":\"InvalidDocument\"", "Records");
    assertThat(lambda.invoke(Events.of("retry")).body()).isEqualTo(Events.failures("m0"));
  }

  @Test
  void a_function_that_cannot_start_says_why_and_ends() throws Exception {
    Process process = start("dev.waybill.lambda.HandOver");
    LambdaService.Answer error = lambda.answer();
    assertThat(error.path()).isEqualTo("init/error");
    assertThat(error.body()).contains("WAYBILL_URL");
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(1);
  }
}
