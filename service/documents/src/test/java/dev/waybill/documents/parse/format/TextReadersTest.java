package dev.waybill.documents.parse.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.documents.parse.Block;
import dev.waybill.documents.parse.Block.Kind;
import dev.waybill.documents.parse.FileType;
import dev.waybill.documents.parse.SampleFiles;
import dev.waybill.documents.parse.SampleFiles.Line;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TextReadersTest {

  @TempDir Path folder;

  @Test
  void a_pdf_file_is_read_page_by_page_with_headings_in_larger_letters() throws Exception {
    byte[] pdf =
        SampleFiles.pdf(
            List.of(
                List.of(
                    new Line("The Title", 24),
                    new Line("A section", 16),
                    new Line("The first line of the text is divi-", 11),
                    new Line("ded and goes on in the second line.", 11)),
                List.of(new Line("More text on the second page, long enough.", 11))));
    ReadBlocks read = ReadBlocks.of(folder, FileType.PDF, pdf);
    assertThat(read.blocks)
        .containsExactly(
            Block.heading(1, "The Title", 1),
            Block.heading(2, "A section", 1),
            Block.of(
                Kind.PARAGRAPH,
                "The first line of the text is divided and goes on in the second line.",
                1),
            Block.of(Kind.PARAGRAPH, "More text on the second page, long enough.", 2));
    assertThat(read.pages).isEqualTo(2);
    assertThat(read.ended).containsExactly(1, 2);
  }

  @Test
  void a_web_page_has_headings_lists_tables_and_code_but_no_navigation() throws Exception {
    String html =
        """
        <!doctype html><html><head><title>Ants</title><style>p {}</style></head><body>
        <nav>Home</nav><h1>All about <b>ants</b></h1><p>They are<br>small.</p>loose text
        <ul><li>red</li><li>black <ul><li>very</li></ul></li></ul>
        <table><tr><th>Name</th><th>Size</th></tr><tr><td>Ant</td><td>2 mm</td></tr></table>
        <pre>  a
          b</pre><script>alert(1)</script><div hidden>secret</div></body></html>
        """;
    assertThat(ReadBlocks.of(folder, FileType.HTML, html))
        .containsExactly(
            Block.heading(1, "Ants", 0),
            Block.heading(1, "All about ants", 0),
            Block.of(Kind.PARAGRAPH, "They are small.", 0),
            Block.of(Kind.PARAGRAPH, "loose text", 0),
            Block.of(Kind.LIST_ITEM, "red", 0),
            Block.of(Kind.LIST_ITEM, "black", 0),
            Block.of(Kind.LIST_ITEM, "very", 0),
            Block.of(Kind.TABLE, "Name | Size\nAnt | 2 mm", 0),
            Block.of(Kind.CODE, "  a\n  b", 0));
  }

  @Test
  void markdown_has_headings_lists_tables_and_code() throws Exception {
    String markdown =
        """
        ---
        title: x
        ---
        # One #
        Two
        ---
        Some text
        on two lines.
        - first
          goes on
        2. second

        > quoted

        | Name | Size |
        |---|:-:|
        | Ant | 2 mm |

        ````java
        # no heading
        ```
        ````
        ***
        #no heading
        """;
    assertThat(ReadBlocks.of(folder, FileType.MARKDOWN, markdown))
        .containsExactly(
            Block.of(Kind.CODE, "title: x", 0),
            Block.heading(1, "One", 0),
            Block.heading(2, "Two", 0),
            Block.of(Kind.PARAGRAPH, "Some text\non two lines.", 0),
            Block.of(Kind.LIST_ITEM, "first\ngoes on", 0),
            Block.of(Kind.LIST_ITEM, "second", 0),
            Block.of(Kind.PARAGRAPH, "quoted", 0),
            Block.of(Kind.TABLE, "Name | Size\nAnt | 2 mm", 0),
            Block.of(Kind.CODE, "# no heading\n```", 0),
            Block.of(Kind.PARAGRAPH, "#no heading", 0));
  }

  @Test
  void plain_text_is_split_at_empty_lines_in_both_encodings() throws Exception {
    String text = "\uFEFFOne\r\ntwo\r\n\r\n \r\nÜber 😀";
    List<Block> expected =
        List.of(Block.of(Kind.PARAGRAPH, "One\ntwo", 0), Block.of(Kind.PARAGRAPH, "Über 😀", 0));
    assertThat(ReadBlocks.of(folder, FileType.TEXT, text)).isEqualTo(expected);
    byte[] utf16 = text.getBytes(StandardCharsets.UTF_16LE);
    assertThat(ReadBlocks.of(folder, FileType.TEXT, utf16).blocks).isEqualTo(expected);
  }

  @Test
  void csv_has_quotes_and_any_of_the_usual_separators() throws Exception {
    String csv = "name;note\r\nant;\"small; \"\"red\"\"\nand fast\"\r\n\r\n;x\nbee";
    assertThat(ReadBlocks.of(folder, FileType.CSV, csv))
        .containsExactly(
            Block.of(Kind.TABLE, "name | note\nant | small; \"red\" and fast\n | x\nbee", 0));
  }

  @Test
  void an_e_mail_has_its_subject_its_text_and_the_names_of_attachments() throws Exception {
    String mail =
        """
        From: =?utf-8?q?J=C3=BCrgen?= <j@example.com>
        To: a@example.com
        Subject: The
         plan
        MIME-Version: 1.0
        Content-Type: multipart/mixed; boundary=x

        --x
        Content-Type: multipart/alternative; boundary=y

        --y
        Content-Type: text/plain; charset=iso-8859-1
        Content-Transfer-Encoding: quoted-printable

        Sch=F6n.

        Second.
        --y
        Content-Type: text/html

        <p>Not this</p>
        --y--
        --x
        Content-Type: application/pdf; name="plan.pdf"
        Content-Disposition: attachment; filename="plan.pdf"
        Content-Transfer-Encoding: base64

        JVBERi0=
        --x--
        """;
    assertThat(ReadBlocks.of(folder, FileType.EML, mail.replace("\n", "\r\n")))
        .containsExactly(
            Block.heading(1, "The plan", 0),
            Block.of(Kind.PARAGRAPH, "From: Jürgen <j@example.com>\nTo: a@example.com", 0),
            Block.of(Kind.PARAGRAPH, "Schön.", 0),
            Block.of(Kind.PARAGRAPH, "Second.", 0),
            Block.of(Kind.LIST_ITEM, "Attachment: plan.pdf", 0));
  }

  @Test
  void an_e_mail_may_have_only_html() throws Exception {
    String mail =
        "From: a@example.com\nDate: today\nContent-Type: text/html\n\n<h2>Hi</h2><p>You</p>";
    assertThat(ReadBlocks.of(folder, FileType.EML, mail))
        .contains(Block.heading(2, "Hi", 0), Block.of(Kind.PARAGRAPH, "You", 0));
  }
}
