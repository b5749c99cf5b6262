package dev.waybill.documents.parse.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.documents.parse.Block;
import dev.waybill.documents.parse.Block.Kind;
import dev.waybill.documents.parse.FileType;
import dev.waybill.documents.parse.ParseException;
import dev.waybill.documents.parse.ParseLimits;
import dev.waybill.documents.parse.ParseProblem;
import dev.waybill.documents.parse.SampleFiles;
import dev.waybill.documents.parse.SampleFiles.Line;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A real process for each failure; successful tests share one.
final class FileParserTest {

  private static final FileParser PARSER = new FileParser(96, 1);

  @TempDir static Path folder;

  @AfterAll
  static void endTheProcess() {
    PARSER.close();
  }

  private static Path file(byte[] content) throws IOException {
    return Files.write(Files.createTempFile(folder, "file", ""), content);
  }

  private static List<Block> parse(FileType type, byte[] content, ParseLimits limits)
      throws Exception {
    return PARSER.parse(file(content), type, limits, PageListener.NONE);
  }

  private static ParseProblem problem(FileType type, byte[] content, ParseLimits limits)
      throws Exception {
    try {
      List<Block> blocks = parse(type, content, limits);
      throw new AssertionError("read " + blocks.size() + " blocks");
    } catch (ParseException failure) {
      return failure.problem();
    }
  }

  /// The parser works after whatever happened before.
  private static void assertNextFileIsRead() throws Exception {
    assertThat(parse(FileType.TEXT, utf8("Hello 😀"), ParseLimits.DEFAULT))
        .containsExactly(Block.of(Kind.PARAGRAPH, "Hello 😀", 0));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] pages(int count) throws IOException {
    return SampleFiles.pdf(
        IntStream.range(0, count).mapToObj(i -> List.of(new Line("Page " + i, 11))).toList());
  }

  @Test
  void pages_are_reported_as_they_are_read() throws Exception {
    List<String> seen = new ArrayList<>();
    List<Block> blocks =
        PARSER.parse(
            file(pages(3)),
            FileType.PDF,
            ParseLimits.DEFAULT,
            (page, count) -> seen.add(page + " of " + count));
    assertThat(seen).containsExactly("1 of 3", "2 of 3", "3 of 3");
    assertThat(blocks).extracting(Block::page).containsExactly(1, 2, 3);
  }

  @Test
  void an_exception_of_the_listener_stops_the_reading() throws Exception {
    Path file = file(pages(3));
    PageListener canceling =
        (page, _) -> {
          throw new IllegalStateException("canceled at " + page);
        };
    assertThatThrownBy(() -> PARSER.parse(file, FileType.PDF, ParseLimits.DEFAULT, canceling))
        .hasMessage("canceled at 1");
    assertNextFileIsRead();
  }

  @Test
  void an_interrupt_stops_the_reading() throws Exception {
    Path file = file(endlessPdf());
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    CountDownLatch started = new CountDownLatch(1);
    Thread reading =
        Thread.startVirtualThread(
            () -> {
              started.countDown();
              try {
                PARSER.parse(file, FileType.PDF, ParseLimits.DEFAULT, PageListener.NONE);
              } catch (Exception stopped) {
                thrown.set(stopped);
              }
            });
    started.await();
    reading.interrupt();
    reading.join();
    assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
  }

  @Test
  void a_file_of_too_many_pages_is_refused_before_they_are_read() throws Exception {
    assertThat(problem(FileType.PDF, pages(4), ParseLimits.DEFAULT.withPages(3)))
        .isEqualTo(ParseProblem.TOO_MANY_PAGES);
    assertThat(parse(FileType.PDF, pages(3), ParseLimits.DEFAULT.withPages(3))).hasSize(3);
  }

  @Test
  void text_has_a_limit() throws Exception {
    byte[] text = utf8("four\n\nfour\n\nfour");
    assertThat(problem(FileType.TEXT, text, ParseLimits.DEFAULT.withCharacters(11)))
        .isEqualTo(ParseProblem.TOO_MUCH_TEXT);
    assertThat(problem(FileType.TEXT, text, ParseLimits.DEFAULT.withBlocks(2)))
        .isEqualTo(ParseProblem.TOO_MUCH_TEXT);
    assertThat(parse(FileType.TEXT, text, ParseLimits.DEFAULT.withCharacters(12).withBlocks(3)))
        .hasSize(3);
  }

  @Test
  void a_block_of_any_length_arrives() throws Exception {
    String line = "😀".repeat(RecordWriter.LONGEST_TEXT);
    List<Block> blocks = parse(FileType.TEXT, utf8("a" + line), ParseLimits.DEFAULT);
    assertThat(blocks).hasSize(3);
    assertThat(String.join("", blocks.stream().map(Block::text).toList())).isEqualTo("a" + line);
  }

  @Test
  void a_file_that_needs_too_much_memory_fails_alone() throws Exception {
    byte[] wide = utf8("<html>" + "<p>x".repeat(2_000_000));
    assertThat(problem(FileType.HTML, wide, ParseLimits.DEFAULT))
        .isEqualTo(ParseProblem.PARSER_MEMORY);
    assertNextFileIsRead();
  }

  @Test
  void a_file_that_needs_too_much_processor_time_fails_alone() throws Exception {
    ParseLimits limits = ParseLimits.DEFAULT.withProcessorTime(Duration.ofSeconds(1));
    assertThat(problem(FileType.PDF, endlessPdf(), limits)).isEqualTo(ParseProblem.PARSER_TIME);
    assertNextFileIsRead();
  }

  @Test
  void a_file_that_takes_too_long_can_be_tried_again() throws Exception {
    ParseLimits limits = ParseLimits.DEFAULT.withTime(Duration.ofMillis(1));
    ParseProblem problem = problem(FileType.PDF, endlessPdf(), limits);
    assertThat(problem).isEqualTo(ParseProblem.PARSER_TIMEOUT);
    assertThat(problem.isDefinite()).isFalse();
  }

  @Test
  void a_missing_file_is_not_a_problem_of_its_format() {
    assertThatThrownBy(
            () ->
                PARSER.parse(
                    folder.resolve("none"), FileType.PDF, ParseLimits.DEFAULT, PageListener.NONE))
        .isInstanceOfSatisfying(
            ParseException.class,
            failure -> assertThat(failure.problem()).isEqualTo(ParseProblem.UNREADABLE));
  }

  @Test
  void a_file_reaches_no_server() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String url = "http://127.0.0.1:" + server.getLocalPort() + "/";
      String xml = "<!DOCTYPE x [<!ENTITY %% e SYSTEM \"%s\"> %%e;]>".formatted(url);
      byte[] word =
          SampleFiles.office("wordprocessingml.document", xml + SampleFiles.word("<w:p/>"));
      assertThat(problem(FileType.DOCX, word, ParseLimits.DEFAULT))
          .isEqualTo(ParseProblem.INVALID_FORMAT);
      String html =
          "<html><base href='%s'><img src=x><link rel=stylesheet href=y>Hi".formatted(url);
      assertThat(parse(FileType.HTML, utf8(html), ParseLimits.DEFAULT))
          .containsExactly(Block.of(Kind.PARAGRAPH, "Hi", 0));
      server.setSoTimeout(1);
      assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void a_process_gets_no_environment_but_the_locale() {
    assertThat(ParserCommand.with(64).environment().keySet())
        .isSubsetOf("LANG", "LC_ALL", "LC_CTYPE");
  }

  @Test
  void a_process_reads_many_files_but_none_after_a_failure() throws Exception {
    try (FileParser parser = new FileParser(64, 1)) {
      Path good = file(utf8("good"));
      Path bad = file(utf8("a,\"b"));
      parser.parse(good, FileType.TEXT, ParseLimits.DEFAULT, PageListener.NONE);
      ProcessHandle first = parser.idle().getFirst();
      parser.parse(good, FileType.TEXT, ParseLimits.DEFAULT, PageListener.NONE);
      assertThat(parser.idle()).containsExactly(first);
      assertThatThrownBy(
              () -> parser.parse(bad, FileType.CSV, ParseLimits.DEFAULT, PageListener.NONE))
          .isInstanceOf(ParseException.class);
      assertThat(parser.idle()).isEmpty();
      first.onExit().join();
      parser.parse(good, FileType.TEXT, ParseLimits.DEFAULT, PageListener.NONE);
    }
  }

  /// Forms that contain forms: ten levels of ten calls each.
  static byte[] endlessPdf() {
    StringBuilder pdf = new StringBuilder("%PDF-1.4\n");
    pdf.append("1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n");
    pdf.append("2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n");
    pdf.append("3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R");
    pdf.append("/Resources<</XObject<</F 10 0 R>>>>>>endobj\n");
    pdf.append("4 0 obj<</Length 5>>stream\n/F Do\nendstream endobj\n");
    String calls = "/F Do ".repeat(10);
    for (int level = 10; level < 22; level++) {
      pdf.append(level).append(" 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]");
      pdf.append("/Resources<</XObject<</F ").append(level + 1).append(" 0 R>>>>");
      pdf.append("/Length ").append(calls.length()).append(">>stream\n").append(calls);
      pdf.append("\nendstream endobj\n");
    }
    pdf.append("22 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 1>>stream\nq\n");
    pdf.append("endstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF");
    return utf8(pdf.toString());
  }
}
