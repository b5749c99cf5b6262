package dev.waybill.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.message.NewSuppression;
import dev.waybill.message.Suppression;
import dev.waybill.message.Suppression.Reason;
import dev.waybill.result.Refused;
import dev.waybill.result.Suppressed;
import dev.waybill.result.SuppressionResult;
import dev.waybill.wire.message.SuppressionFile;
import dev.waybill.wire.message.SuppressionImport;
import dev.waybill.wire.message.SuppressionImport.BadLine;
import dev.waybill.wire.message.SuppressionImportJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SuppressionFileTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Suppression HOOK =
      new Suppression("webhook", "https://a/?x=1,2&q=\"y\"", Reason.COMPLAINT, NOW, NOW);

  private final List<Integer> calls = new ArrayList<>();
  private final List<NewSuppression> added = new ArrayList<>();

  @Test
  void what_is_written_is_read_again_in_both_formats() throws IOException {
    NewSuppression hook =
        new NewSuppression(HOOK.channel(), HOOK.recipient(), HOOK.reason(), HOOK.expiresAt());
    read(SuppressionFile.HEADING + "\r\n" + SuppressionFile.csv(HOOK) + "\r\n\r\n");
    read(SuppressionFile.json(HOOK));
    assertThat(added).containsExactly(hook, hook);
  }

  @Test
  void a_heading_is_left_out_also_if_it_is_short_or_quoted_or_follows_a_mark() throws IOException {
    for (String heading :
        List.of(
            "channel,recipient", "\"channel\",\"recipient\"", "\uFEFF" + SuppressionFile.HEADING)) {
      added.clear();
      assertThat(read(heading + "\nemail,ada@example.org\n").failed()).isZero();
      assertThat(added).extracting(NewSuppression::recipient).containsExactly("ada@example.org");
    }
  }

  @Test
  void each_bad_line_is_named_and_the_others_are_added() throws IOException {
    SuppressionImport done =
        read(
            """
            channel,recipient,reason,expires_at
            email,ada@example.org

            email,refused@example.org
            {"channel":"email"}
            email,bob@example.org,unknown
            email,eve@example.org,manual,tomorrow
            too,many,cells,in,it
            email,cleo@example.org,,2027-01-01T00:00:00Z
            """);
    assertThat(done.errors()).extracting(BadLine::line).containsExactly(4, 5, 6, 7, 8);
    assertThat(done.added()).isEqualTo(2);
    assertThat(done.failed()).isEqualTo(5);
    byte[] json = SuppressionImportJson.DOCUMENT.bytes(done);
    assertThat(SuppressionImportJson.DOCUMENT.read(json)).isEqualTo(done);
  }

  @Test
  void a_long_file_is_added_in_batches_and_its_errors_are_bounded() throws IOException {
    String lines =
        IntStream.range(0, 2_500)
            .mapToObj(i -> "sms,+43" + i + "\nbad")
            .collect(Collectors.joining("\n"));
    SuppressionImport done = read(lines);
    assertThat(calls).containsExactly(1_000, 1_000, 500);
    assertThat(done.added()).isEqualTo(2_500);
    assertThat(done.failed()).isEqualTo(2_500);
    assertThat(done.errors()).hasSize(1_000);
  }

  private SuppressionImport read(String file) throws IOException {
    return SuppressionFile.read(new BufferedReader(new StringReader(file)), this::add);
  }

  private List<SuppressionResult> add(List<NewSuppression> some) {
    calls.add(some.size());
    added.addAll(some);
    return some.stream().map(SuppressionFileTest::result).toList();
  }

  private static SuppressionResult result(NewSuppression one) {
    return one.recipient().startsWith("refused")
        ? new Refused(Code.INVALID_ARGUMENT, "no")
        : new Suppressed(new Suppression(one.channel(), one.recipient(), one.reason(), NOW, null));
  }
}
