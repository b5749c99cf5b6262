package dev.waybill.documents.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.documents.parse.Detected.Found;
import dev.waybill.documents.parse.Detected.Refused;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TypeDetectorTest {

  @TempDir Path folder;

  private static Detected of(String text, String name) {
    return TypeDetector.ofBeginning(text.getBytes(StandardCharsets.UTF_8), name);
  }

  private static ParseProblem problem(Detected detected) {
    return ((Refused) detected).problem();
  }

  /// Both ways must agree.
  private Detected both(byte[] bytes, String name) throws IOException {
    Path file = Files.write(folder.resolve("any"), bytes);
    Detected whole = TypeDetector.ofFile(file, name);
    assertThat(TypeDetector.ofBeginning(bytes, name)).isEqualTo(whole);
    return whole;
  }

  @Test
  void office_files_are_told_apart_by_their_content_types_whatever_their_names() throws Exception {
    assertThat(both(SampleFiles.docx("Hello"), "x.pdf")).isEqualTo(new Found(FileType.DOCX));
    assertThat(both(SampleFiles.pptx("Hello"), "x.docx")).isEqualTo(new Found(FileType.PPTX));
    assertThat(both(SampleFiles.xlsx("Hello"), "x.txt")).isEqualTo(new Found(FileType.XLSX));
  }

  @Test
  void a_late_list_of_content_types_is_found_in_the_file_and_guessed_from_the_beginning()
      throws IOException {
    byte[] zip =
        SampleFiles.zip(
            Map.of("word/document.xml", new byte[0]),
            Map.of("[Content_Types].xml", SampleFiles.contentTypes("wordprocessingml.document")));
    assertThat(both(zip, "")).isEqualTo(new Found(FileType.DOCX));
    byte[] random = new byte[2 * TypeDetector.BEGINNING];
    new java.util.Random(1).nextBytes(random);
    byte[] late =
        SampleFiles.zip(
            Map.of("word/media/image.png", random),
            Map.of("[Content_Types].xml", SampleFiles.contentTypes("wordprocessingml.document")));
    byte[] beginning = Arrays.copyOf(late, TypeDetector.BEGINNING);
    assertThat(TypeDetector.ofBeginning(beginning, "")).isEqualTo(new Found(FileType.DOCX));
    assertThat(TypeDetector.ofFile(Files.write(folder.resolve("late"), late), ""))
        .isEqualTo(new Found(FileType.DOCX));
  }

  @Test
  void files_with_macros_are_refused() throws IOException {
    String types =
        "<Types><Override"
            + " ContentType=\"application/vnd.ms-word.document.macroEnabled.main+xml\"/></Types>";
    byte[] zip =
        SampleFiles.zip(Map.of("[Content_Types].xml", types.getBytes(StandardCharsets.UTF_8)));
    assertThat(problem(both(zip, "x.docx"))).isEqualTo(ParseProblem.MACROS);
  }

  @Test
  void zip_files_that_are_no_office_documents_are_refused() throws IOException {
    byte[] inner = SampleFiles.zip(Map.of("a.txt", new byte[10]));
    assertThat(problem(both(SampleFiles.zip(Map.of("inner.zip", inner)), "x.docx")))
        .isEqualTo(ParseProblem.UNSUPPORTED_TYPE);
  }

  @Test
  void a_zip_file_that_is_cut_off_is_invalid() throws Exception {
    byte[] docx = SampleFiles.docx("Hello");
    Path file = Files.write(folder.resolve("cut"), Arrays.copyOf(docx, docx.length - 30));
    assertThat(problem(TypeDetector.ofFile(file, ""))).isEqualTo(ParseProblem.INVALID_FORMAT);
  }

  @Test
  void encrypted_and_old_office_files_are_refused() throws Exception {
    assertThat(problem(both(SampleFiles.encryptedDocx(), "x.docx")))
        .isEqualTo(ParseProblem.ENCRYPTED);
    byte[] old = Arrays.copyOf(SampleFiles.encryptedDocx(), 512);
    assertThat(problem(both(old, "x.doc"))).isEqualTo(ParseProblem.UNSUPPORTED_TYPE);
  }

  @Test
  void a_file_is_what_its_first_bytes_say() throws IOException {
    assertThat(both("%PDF-1.7 PK\3\4 <html>".getBytes(StandardCharsets.ISO_8859_1), "x.docx"))
        .isEqualTo(new Found(FileType.PDF));
  }

  @Test
  void html_is_found_by_its_beginning() {
    for (String html :
        List.of(
            "<!DOCTYPE HTML><p>",
            "\n <html lang=en>",
            "<!-- a --><!-- b --> <head>",
            "<?xml version='1.0'?><!DOCTYPE html>")) {
      assertThat(of(html, "x.txt")).isEqualTo(new Found(FileType.HTML));
    }
    assertThat(of("<p>Hello", "x.htm")).isEqualTo(new Found(FileType.HTML));
    assertThat(of("<p>Hello", "x.md")).isEqualTo(new Found(FileType.MARKDOWN));
    assertThat(of("<!-- " + "<!--".repeat(50_000), "x")).isEqualTo(new Found(FileType.TEXT));
  }

  @Test
  void html_may_have_any_encoding() {
    byte[] latin = "<html>é</html>".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(TypeDetector.ofBeginning(latin, "x")).isEqualTo(new Found(FileType.HTML));
  }

  @Test
  void an_e_mail_is_found_by_its_headers() {
    String mail = "Received: by x\r\n\tfor y\r\nFrom: a@example.com\r\nSubject: Hi\r\n\r\nText";
    assertThat(of(mail, "x.txt")).isEqualTo(new Found(FileType.EML));
    assertThat(of("From: me\nTo: you\n\nA letter", "x.txt")).isEqualTo(new Found(FileType.TEXT));
  }

  @Test
  void the_name_decides_between_texts() {
    assertThat(of("a,b", "a.CSV")).isEqualTo(new Found(FileType.CSV));
    assertThat(of("# a", "a.md")).isEqualTo(new Found(FileType.MARKDOWN));
    assertThat(of("# a", "a")).isEqualTo(new Found(FileType.TEXT));
    assertThat(of("plain", "a.pdf")).isEqualTo(new Found(FileType.TEXT));
  }

  @Test
  void text_is_utf_8_or_utf_16_with_a_mark() {
    for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16LE)) {
      byte[] bytes = "\uFEFFÜber, 😀".getBytes(charset);
      assertThat(TypeDetector.ofBeginning(bytes, "a.csv")).isEqualTo(new Found(FileType.CSV));
    }
    byte[] cut = Arrays.copyOf("aé".getBytes(StandardCharsets.UTF_8), 2);
    assertThat(TypeDetector.ofBeginning(cut, "a")).isEqualTo(new Found(FileType.TEXT));
    assertThat(problem(TypeDetector.ofBeginning(new byte[] {'a', (byte) 0xE9, 'b'}, "a.txt")))
        .isEqualTo(ParseProblem.UNSUPPORTED_ENCODING);
  }

  @Test
  void empty_and_unknown_files_are_refused() {
    assertThat(problem(of("", "a.pdf"))).isEqualTo(ParseProblem.EMPTY_FILE);
    assertThat(problem(of(" \n\t ", "a.txt"))).isEqualTo(ParseProblem.EMPTY_FILE);
    assertThat(problem(of("\u007FELF\1\0\0", "a.txt"))).isEqualTo(ParseProblem.UNSUPPORTED_TYPE);
    assertThat(problem(of("{\\rtf1 Hello}", "a.txt"))).isEqualTo(ParseProblem.UNSUPPORTED_TYPE);
  }
}
