package dev.waybill.cli.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import dev.waybill.cli.DuckDb;
import dev.waybill.wire.json.FlatDocument;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CsvEncoderTest {

  private static final String AWKWARD = "a,\"b\"\r\nc\n =1+1 𝄞 ";

  @TempDir Path folder;

  @Test
  void fields_are_quoted_as_in_rfc_4180() {
    assertThat(CsvEncoder.field("plain")).isEqualTo("plain");
    assertThat(CsvEncoder.field("a,b")).isEqualTo("\"a,b\"");
    assertThat(CsvEncoder.field("say \"a\"")).isEqualTo("\"say \"\"a\"\"\"");
    assertThat(CsvEncoder.field("a\nb")).isEqualTo("\"a\nb\"");
    assertThat(CsvEncoder.field(" a")).isEqualTo("\" a\"");
  }

  @Test
  void a_null_is_empty_and_an_empty_text_is_quoted() {
    assertThat(CsvEncoder.field(null)).isEmpty();
    assertThat(CsvEncoder.field("")).isEqualTo("\"\"");
  }

  @Test
  void numbers_flags_and_times_are_text() {
    assertThat(
            Arrays.asList(
                CsvEncoder.field(-7L),
                CsvEncoder.field(0.5),
                CsvEncoder.field(true),
                CsvEncoder.field(Instant.ofEpochMilli(1_500))))
        .containsExactly("-7", "0.5", "true", "1970-01-01T00:00:01.500Z");
  }

  @Test
  void another_reader_sees_the_same_values() throws IOException {
    Path file = folder.resolve("events.csv");
    Files.write(
        file,
        encoded(
            new EventRow(null, AWKWARD, 1, 2, "t", Instant.EPOCH, Payload.empty()),
            new EventRow(null, "", 1, 3, "t", Instant.EPOCH, Payload.of("{\"a\":\",\"}"))));
    assertThat(
            DuckDb.rows(
                file,
                "select message_id, sequence, data from"
                    + " read_csv($file, all_varchar = true, allow_quoted_nulls = false)"))
        .containsExactly(Arrays.asList(AWKWARD, "2", null), List.of("", "3", "{\"a\":\",\"}"));
  }

  private static byte[] encoded(EventRow... rows) {
    RowEncoder<EventRow> encoder =
        ExportFormat.CSV.encoder(new FlatDocument<>(EventRow.DOCUMENT, Set.of()));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(encoder.begin());
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .isEqualTo("job,message_id,attempt,sequence,type,at,data,data_base64\r\n");
    Arrays.stream(rows).forEach(encoder::add);
    bytes.writeBytes(encoder.take(bytes.size()).bytes().bytes());
    return bytes.toByteArray();
  }
}
