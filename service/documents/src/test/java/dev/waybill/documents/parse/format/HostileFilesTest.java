package dev.waybill.documents.parse.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.documents.parse.Block;
import dev.waybill.documents.parse.FileType;
import dev.waybill.documents.parse.ParseException;
import dev.waybill.documents.parse.ParseProblem;
import dev.waybill.documents.parse.SampleFiles;
import dev.waybill.documents.parse.SampleFiles.Line;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that were made to do harm. Those that need the limits of a process are in
/// `FileParserTest`.
final class HostileFilesTest {

  private static final String WORD = "wordprocessingml.document";
  private static final String EXTERNAL = "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/hostname'>]>";
  private static final String CANARY = "content of another file";

  @TempDir Path folder;

  private ParseProblem problem(FileType type, byte[] content) throws IOException {
    try {
      throw new AssertionError("read " + ReadBlocks.of(folder, type, content).blocks);
    } catch (ParseException failure) {
      return failure.problem();
    }
  }

  private String text(FileType type, byte[] content) throws IOException, ParseException {
    return String.join(
        "\n", ReadBlocks.of(folder, type, content).blocks.stream().map(Block::text).toList());
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void a_zip_bomb_is_found_by_its_ratio() throws IOException {
    String spaces = SampleFiles.word(" ".repeat(20 << 20));
    assertThat(problem(FileType.DOCX, SampleFiles.office(WORD, spaces)))
        .isEqualTo(ParseProblem.TOO_LARGE_WHEN_UNPACKED);
  }

  @Test
  void a_zip_bomb_is_found_by_its_size() throws IOException {
    byte[] random = new byte[100_000];
    new Random(1).nextBytes(random);
    Path file = Files.write(folder.resolve("x"), SampleFiles.office(WORD, random));
    assertThat(
            catchThrowableOfType(
                    ParseException.class,
                    () -> Formats.read(file, FileType.DOCX, 90_000, new ReadBlocks()))
                .problem())
        .isEqualTo(ParseProblem.TOO_LARGE_WHEN_UNPACKED);
  }

  @Test
  void a_zip_bomb_is_found_by_its_number_of_entries() throws IOException {
    Map<String, byte[]> entries = new HashMap<>();
    for (int i = 0; i <= ZipLimits.MOST_ENTRIES; i++) {
      entries.put("word/" + i, new byte[0]);
    }
    byte[] zip =
        SampleFiles.zip(Map.of("[Content_Types].xml", SampleFiles.contentTypes(WORD)), entries);
    assertThat(problem(FileType.DOCX, zip)).isEqualTo(ParseProblem.TOO_LARGE_WHEN_UNPACKED);
  }

  @Test
  void a_zip_file_inside_is_never_unpacked() throws Exception {
    byte[] bomb = SampleFiles.zip(Map.of("zeros", new byte[50 << 20]));
    byte[] inner = SampleFiles.zip(Map.of("bomb.zip", bomb));
    byte[] docx = SampleFiles.docx("Hello");
    assertThat(text(FileType.DOCX, SampleFiles.withEntry(docx, "word/embeddings/1.xml", inner)))
        .isEqualTo("Hello");
  }

  private String external() throws IOException {
    Path canary = Files.writeString(folder.resolve("canary"), CANARY);
    return "<!DOCTYPE x [<!ENTITY e SYSTEM \"" + canary.toUri() + "\">]>";
  }

  @Test
  void entities_are_refused_in_word_documents() throws IOException {
    String body = SampleFiles.word("<w:p><w:r><w:t>&e;</w:t></w:r></w:p>");
    assertThat(problem(FileType.DOCX, SampleFiles.office(WORD, external() + body)))
        .isEqualTo(ParseProblem.INVALID_FORMAT);
  }

  @Test
  void entities_are_refused_in_presentations() throws IOException {
    String slides = "<p:presentation xmlns:p=\"p\"><p:x>&e;</p:x></p:presentation>";
    byte[] file = SampleFiles.office("presentationml.presentation", external() + slides);
    assertThat(problem(FileType.PPTX, file)).isEqualTo(ParseProblem.INVALID_FORMAT);
  }

  @Test
  void entities_are_refused_in_every_part_of_a_spreadsheet() throws Exception {
    byte[] good = SampleFiles.xlsx("Hello");
    for (String part :
        List.of("xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "[Content_Types].xml")) {
      byte[] bad =
          SampleFiles.changed(good, part, xml -> xml.replaceFirst("(<[a-zA-Z])", EXTERNAL + "$1"));
      assertThat(problem(FileType.XLSX, bad)).as(part).isEqualTo(ParseProblem.INVALID_FORMAT);
    }
  }

  @Test
  void entities_that_multiply_are_refused() throws IOException {
    StringBuilder type = new StringBuilder("<!DOCTYPE x [<!ENTITY a0 \"ha\">");
    for (int i = 1; i < 30; i++) {
      type.append("<!ENTITY a%d \"&a%d;&a%d;\">".formatted(i, i - 1, i - 1));
    }
    String body = SampleFiles.word("<w:p><w:r><w:t>&a29;</w:t></w:r></w:p>");
    assertThat(problem(FileType.DOCX, SampleFiles.office(WORD, type + "]>" + body)))
        .isEqualTo(ParseProblem.INVALID_FORMAT);
  }

  @Test
  void deep_xml_is_refused() throws Exception {
    assertThat(text(FileType.DOCX, SampleFiles.office(WORD, nested(400)))).isEqualTo("deep");
    assertThat(problem(FileType.DOCX, SampleFiles.office(WORD, nested(50_000))))
        .isEqualTo(ParseProblem.INVALID_FORMAT);
  }

  private static String nested(int levels) {
    String open = "<w:sdt><w:sdtContent>".repeat(levels);
    String close = "</w:sdtContent></w:sdt>".repeat(levels);
    return SampleFiles.word(open + "<w:p><w:r><w:t>deep</w:t></w:r></w:p>" + close);
  }

  @Test
  void deep_html_needs_no_stack() throws Exception {
    String html = "<html>" + "<div>".repeat(100_000) + "deep";
    assertThat(text(FileType.HTML, utf8(html))).isEqualTo("deep");
  }

  @Test
  void a_line_with_too_many_columns_is_refused() throws IOException {
    assertThat(problem(FileType.CSV, utf8("a,".repeat(200_000))))
        .isEqualTo(ParseProblem.TOO_MANY_COLUMNS);
  }

  @Test
  void a_pdf_file_with_a_loop_of_pages_ends() throws IOException {
    assertThat(outcome(FileType.PDF, utf8(pdf("/Kids[2 0 R 2 0 R]/Count 9", "", ""))))
        .isIn("invalid_format", "");
  }

  @Test
  void deep_objects_of_a_pdf_file_are_refused_or_ignored() throws IOException {
    String deep = "5 0 obj" + "[".repeat(200_000) + "]".repeat(200_000) + "endobj\n";
    assertThat(outcome(FileType.PDF, utf8(pdf("/Kids[3 0 R]/Count 1", "/Deep 5 0 R", deep))))
        .isIn("invalid_format", "too_deep", "");
  }

  @Test
  void forms_and_huge_images_of_a_pdf_file_are_not_read() throws Exception {
    String xfa = external() + "<xdp>&e;</xdp>";
    String objects =
        "5 0 obj<</Type/XObject/Subtype/Image/Width 2000000000/Height 2000000000"
            + "/BitsPerComponent 8/ColorSpace/DeviceRGB/Length 1>>stream\nx\nendstream endobj\n"
            + "6 0 obj<</Length "
            + xfa.length()
            + ">>stream\n"
            + xfa
            + "\nendstream endobj\n";
    String page = "/Resources<</XObject<</I 5 0 R>>>>/Contents 7 0 R";
    objects += "7 0 obj<</Length 5>>stream\n/I Do\nendstream endobj\n";
    byte[] pdf = utf8(pdf("/Kids[3 0 R]/Count 1", page, objects));
    assertThat(text(FileType.PDF, pdf)).doesNotContain(CANARY);
  }

  /// What the file says, or the code of its problem.
  private String outcome(FileType type, byte[] content) throws IOException {
    try {
      return text(type, content);
    } catch (ParseException failure) {
      return failure.problem().code();
    }
  }

  private static String pdf(String pages, String page, String objects) {
    return "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/AcroForm<</XFA 6 0 R/Fields[]>>>>endobj\n"
        + "2 0 obj<</Type/Pages"
        + pages
        + ">>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]"
        + page
        + ">>endobj\n"
        + objects
        + "trailer<</Root 1 0 R>>\n%%EOF";
  }

  @Test
  void files_that_are_cut_off_fail_or_give_what_is_left() throws Exception {
    Map<FileType, byte[]> files =
        Map.of(
            FileType.PDF, SampleFiles.pdf(List.of(List.of(new Line("Hello", 11)))),
            FileType.DOCX, SampleFiles.docx("Hello"),
            FileType.PPTX, SampleFiles.pptx("Hello"),
            FileType.XLSX, SampleFiles.xlsx("Hello"),
            FileType.CSV, utf8("a,b\n\"Hello\nmany,words"),
            FileType.HTML, utf8("<html><table><tr><td>Hello<p>long text to be cut off"),
            FileType.MARKDOWN, utf8("```\nHello, this is a long text"),
            FileType.EML,
                utf8(
                    "From: a\nDate: b\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nHello"));
    for (Map.Entry<FileType, byte[]> file : files.entrySet()) {
      for (int part = 1; part < 8; part++) {
        byte[] cut = Arrays.copyOf(file.getValue(), file.getValue().length * part / 8);
        String outcome = outcome(file.getKey(), cut);
        if (file.getKey() == FileType.DOCX) {
          assertThat(outcome).isEqualTo("invalid_format");
        }
      }
    }
  }

  @Test
  void an_empty_file_of_any_type_is_refused() throws IOException {
    for (FileType type : FileType.values()) {
      assertThat(problem(type, new byte[0]))
          .isIn(ParseProblem.EMPTY_FILE, ParseProblem.INVALID_FORMAT);
    }
  }

  @Test
  void a_file_that_is_two_things_is_read_as_the_type_it_was_given() throws Exception {
    byte[] pdf = SampleFiles.pdf(List.of(List.of(new Line("I am a PDF file", 11))));
    byte[] zip = SampleFiles.docx("I am a Word file");
    byte[] both = Arrays.copyOf(pdf, pdf.length + zip.length);
    System.arraycopy(zip, 0, both, pdf.length, zip.length);
    assertThat(text(FileType.PDF, both)).isEqualTo("I am a PDF file");
    assertThat(problem(FileType.DOCX, pdf)).isEqualTo(ParseProblem.INVALID_FORMAT);
  }

  @Test
  void an_encrypted_pdf_file_is_named_as_such() throws Exception {
    assertThat(problem(FileType.PDF, SampleFiles.encryptedPdf())).isEqualTo(ParseProblem.ENCRYPTED);
  }

  @Test
  void an_e_mail_with_parts_in_parts_is_refused() throws IOException {
    StringBuilder mail = new StringBuilder("From: a\nDate: b\n");
    for (int i = 0; i < 100; i++) {
      mail.append("Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n".formatted(i, i));
    }
    assertThat(problem(FileType.EML, utf8(mail + "\nHello"))).isEqualTo(ParseProblem.TOO_DEEP);
  }
}
