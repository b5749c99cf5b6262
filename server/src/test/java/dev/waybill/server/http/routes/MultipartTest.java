package dev.waybill.server.http.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.documents.upload.FileSource.ArrivingFile;
import dev.waybill.server.http.api.HttpCode;
import dev.waybill.server.http.api.HttpRefusal;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MultipartTest {

  private static final String TYPE = "multipart/form-data; boundary=xyz";
  private static final String PART =
      String.join(
          "\r\n",
          "--xyz",
          "Content-Disposition: form-data; name=\"files\"; filename=\"%s\"",
          "Content-Type: text/plain",
          "",
          "%s",
          "");

  @Test
  void files_are_read_one_after_the_other() {
    String body = PART.formatted("a.txt", "one\r\n--xy") + PART.formatted("b.txt", "") + "--xyz--";
    assertThat(files(body))
        .containsExactly(Map.entry("a.txt", "one\r\n--xy"), Map.entry("b.txt", ""));
  }

  @Test
  void what_was_not_read_of_a_file_is_skipped() {
    String body =
        PART.formatted("a.txt", "x".repeat(200_000))
            + PART.formatted("b.txt", "two")
            + "--xyz--\r\n";
    FormFiles form = FormFiles.of(TYPE, stream(body));
    assertThat(form.next()).isNotNull();
    assertThat(form.next()).extracting(ArrivingFile::name).isEqualTo("b.txt");
    assertThat(form.next()).isNull();
  }

  /// Reads of any size, with boundaries anywhere in the buffer.
  @Test
  void contents_are_the_same_however_they_arrive() throws IOException {
    Random random = new Random(7);
    for (int round = 0; round < 50; round++) {
      byte[] content = new byte[random.nextInt(150_000)];
      random.nextBytes(content);
      String text = new String(content, StandardCharsets.ISO_8859_1);
      String body = PART.formatted("a", text) + PART.formatted("b", text) + "--xyz--\r\n";
      InputStream pieces = pieces(body.getBytes(StandardCharsets.ISO_8859_1), random);
      FormFiles form = FormFiles.of(TYPE, pieces);
      for (int file = 0; file < 2; file++) {
        ArrivingFile next = Objects.requireNonNull(form.next());
        assertThat(next.content().readAllBytes()).isEqualTo(content);
      }
      assertThat(form.next()).isNull();
    }
  }

  @Test
  void names_may_have_quotes_and_other_letters() {
    String body = PART.formatted("Übersicht %22a%22 \\\"b\\\".txt", "x") + "--xyz--";
    assertThat(files(body)).containsExactly(Map.entry("Übersicht \"a\" \"b\".txt", "x"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nothing",
        "--xyz\r\n",
        "--xyz\r\n\r\nno headers\r\n--xyz--",
        "--xyz\r\nContent-Disposition: form-data; name=\"no\"; filename=\"a\"\r\n\r\nx\r\n--xyz--",
        "--xyz\r\nContent-Disposition: form-data; name=\"files\"\r\n\r\nx\r\n--xyz--",
        "--xyz\r\nContent-Type: text/plain\r\n\r\nx\r\n--xyz--",
        "--xyz\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a\"\r\n\r\ncut off",
        "--xyz and more\r\nContent-Disposition: form-data; name=\"files\"\r\n\r\nx\r\n--xyz--"
      })
  void a_malformed_form_is_refused(String body) {
    assertThatThrownBy(() -> files(body))
        .isInstanceOfSatisfying(
            HttpRefusal.class, it -> assertThat(it.code()).isEqualTo(HttpCode.BAD_REQUEST));
  }

  @Test
  void a_name_is_as_long_as_headers_may_be() {
    String name = "\\\\".repeat(4_000) + "a".repeat(4_000);
    assertThat(files(PART.formatted(name, "text") + "--xyz--"))
        .containsExactly(Map.entry(name.replace("\\\\", "\\"), "text"));
  }

  @Test
  void endless_headers_are_refused() {
    String body = "--xyz\r\nContent-Disposition: form-data" + "; x=y".repeat(10_000);
    assertThatThrownBy(() -> files(body)).isInstanceOf(HttpRefusal.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"multipart/form-data", "multipart/form-data; boundary="})
  void a_boundary_is_required(String type) {
    assertThatThrownBy(() -> FormFiles.of(type, stream(""))).isInstanceOf(HttpRefusal.class);
  }

  private static List<Map.Entry<String, String>> files(String body) {
    FormFiles form = FormFiles.of(TYPE, stream(body));
    List<Map.Entry<String, String>> all = new ArrayList<>();
    for (ArrivingFile file = form.next(); file != null; file = form.next()) {
      try {
        String text = new String(file.content().readAllBytes(), StandardCharsets.UTF_8);
        all.add(Map.entry(file.name(), text));
      } catch (IOException broken) {
        throw new AssertionError(broken);
      }
    }
    return all;
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private static InputStream pieces(byte[] bytes, Random random) {
    return new FilterInputStream(new ByteArrayInputStream(bytes)) {
      @Override
      public int read(byte[] into, int from, int length) throws IOException {
        return super.read(into, from, Math.min(length, 1 + random.nextInt(70_000)));
      }
    };
  }
}
