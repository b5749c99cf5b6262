package dev.waybill.runner;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Payload;
import dev.waybill.conformance.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessSpecJsonTest {

  @Test
  void every_field_is_read() throws CannotRun {
    ProcessSpec spec =
        read(
            """
            {"command": "make", "args": ["all", ""], "env": {"A": "1", "B": ""},
             "working_directory": "/srv", "timeout": "30s", "pty": true,
             "permanent_exit_codes": [2, 255]}
            """);
    assertThat(spec.command()).isEqualTo("make");
    assertThat(spec.args()).containsExactly("all", "");
    assertThat(spec.env()).containsEntry("A", "1").containsEntry("B", "").hasSize(2);
    assertThat(spec.workingDirectory()).isEqualTo("/srv");
    assertThat(spec.timeout()).isEqualTo(Duration.ofSeconds(30));
    assertThat(spec.pty()).isTrue();
    assertThat(spec.permanentExitCodes()).containsExactlyInAnyOrder(2, 255);
  }

  @Test
  void only_the_command_is_needed() throws CannotRun {
    ProcessSpec spec = read("{\"command\":\"true\"}");
    assertThat(spec.args()).isEmpty();
    assertThat(spec.env()).isEmpty();
    assertThat(spec.workingDirectory()).isNull();
    assertThat(spec.timeout()).isNull();
    assertThat(spec.pty()).isFalse();
    assertThat(spec.permanentExitCodes()).isEmpty();
  }

  @Test
  void a_written_payload_reads_as_the_same() throws CannotRun {
    for (byte[] input : List.of("text €".getBytes(UTF_8), new byte[] {0}, new byte[0])) {
      ProcessSpec spec =
          new ProcessSpec(
              new ProcessSpec.Program("make", List.of("all"), Map.of("A", "1"), "/srv"),
              Duration.ofMinutes(90),
              false,
              Payload.wrap(input),
              Set.of(2, 3));
      assertThat(ProcessSpecJson.read(Payload.wrap(ProcessSpecJson.DOCUMENT.bytes(spec))))
          .isEqualTo(spec);
    }
  }

  @ParameterizedTest
  @Promise("X1")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}|command",
        "{'command':''}|command",
        "{'command':'  '}|command",
        "{'command':5}|command",
        "{'command':null}|command",
        "{'command':'a\\u0000b'}|command",
        "{'command':'a\\ud800b'}|command",
        "{'command':'a','args':'b'}|args",
        "{'command':'a','args':['b',1]}|/args/1",
        "{'command':'a','args':['\\u0000']}|/args/0",
        "{'command':'a','args':[['b']]}|/args/0",
        "{'command':'a','env':[]}|env",
        "{'command':'a','env':{'A':1}}|/env/A",
        "{'command':'a','env':{'A=B':'1'}}|/env",
        "{'command':'a','env':{'':'1'}}|/env",
        "{'command':'a','env':{'A':'\\u0000'}}|/env/A",
        "{'command':'a','working_directory':'relative'}|working_directory",
        "{'command':'a','working_directory':true}|working_directory",
        "{'command':'a','timeout':30}|timeout",
        "{'command':'a','timeout':'soon'}|timeout",
        "{'command':'a','timeout':'0s'}|timeout",
        "{'command':'a','pty':'yes'}|pty",
        "{'command':'a','stdin':7}|stdin",
        "{'command':'a','stdin':'\\u0000'}|stdin",
        "{'command':'a','stdin_base64':'%'}|stdin_base64",
        "{'command':'a','stdin':'b','stdin_base64':'YQ=='}|stdin_base64",
        "{'command':'a','stdin':'b','pty':true}|stdin",
        "{'command':'a','permanent_exit_codes':2}|permanent_exit_codes",
        "{'command':'a','permanent_exit_codes':[0]}|permanent_exit_codes",
        "{'command':'a','permanent_exit_codes':[2.5]}|permanent_exit_codes",
        "{'command':'a','permanent_exit_codes':[99999999999999999999]}|permanent_exit_codes",
        "{'command':'a','comand':'b'}|comand",
        "{'command':'a','command':'b'}|command",
        "{'command':'a'} {}|payload",
        "['command']|payload",
        "{'command':|/command",
        "{'command':'a','args':['b' 'c']}|/args/1",
        "{'command':'a','env':{'A':'1','A':'2'}}|/env/A",
        "hello|payload",
      })
  void an_invalid_field_is_rejected_by_name(String payload, String named) {
    assertThatThrownBy(() -> read(payload.replace('\'', '"')))
        .isInstanceOfSatisfying(
            CannotRun.class,
            refused -> {
              assertThat(refused.code()).isEqualTo("invalid_job");
              assertThat(refused.isPermanent()).isTrue();
              assertThat(refused.message()).contains(named);
            });
  }

  @Test
  @Promise("X1")
  void stdin_has_a_size_limit() throws CannotRun {
    int most = 4 * 1024 * 1024;
    String whole = "{\"command\":\"a\",\"stdin\":\"" + "x".repeat(most);
    assertThat(read(whole + "\"}").stdin().size()).isEqualTo(most);
    assertThatThrownBy(() -> read(whole + "x\"}"))
        .isInstanceOfSatisfying(
            CannotRun.class, refused -> assertThat(refused.message()).contains("stdin", "4194304"));
  }

  @Test
  @Promise("X1")
  void an_empty_payload_is_refused() {
    assertThatThrownBy(() -> ProcessSpecJson.read(Payload.empty())).isInstanceOf(CannotRun.class);
    assertThatThrownBy(() -> ProcessSpecJson.read(Payload.of(new byte[] {(byte) 0xFF, 0x00, 1})))
        .isInstanceOf(CannotRun.class);
    assertThatThrownBy(() -> read("[".repeat(100_000))).isInstanceOf(CannotRun.class);
  }

  @ParameterizedTest
  @CsvSource({"500ms,PT0.5S", "1h30m,PT1H30M", "365d,PT8760H", "PT1M30S,PT1M30S"})
  void a_timeout_accepts_common_duration_formats(String text, Duration expected) throws CannotRun {
    assertThat(read("{\"command\":\"ls\",\"timeout\":\"" + text + "\"}").timeout())
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "30", "-5s", "0s", "PT-1S", "366d"})
  void a_timeout_out_of_range_is_rejected(String text) {
    assertThatThrownBy(() -> read("{\"command\":\"ls\",\"timeout\":\"" + text + "\"}"))
        .isInstanceOf(CannotRun.class);
  }

  private static ProcessSpec read(String json) throws CannotRun {
    return ProcessSpecJson.read(Payload.of(json));
  }
}
