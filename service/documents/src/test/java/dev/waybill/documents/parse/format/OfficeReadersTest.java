package dev.waybill.documents.parse.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.documents.parse.Block;
import dev.waybill.documents.parse.Block.Kind;
import dev.waybill.documents.parse.FileType;
import dev.waybill.documents.parse.SampleFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.poi.sl.usermodel.Placeholder;
import org.apache.poi.xslf.usermodel.XMLSlideShow;
import org.apache.poi.xslf.usermodel.XSLFTextShape;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.apache.poi.xwpf.usermodel.XWPFDocument;
import org.apache.poi.xwpf.usermodel.XWPFTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OfficeReadersTest {

  @TempDir Path folder;

  @Test
  void a_word_document_has_paragraphs_and_tables() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (XWPFDocument document = new XWPFDocument()) {
      document.createParagraph().createRun().setText("Before  the table");
      XWPFTable table = document.createTable(2, 2);
      table.getRow(0).getCell(0).setText("Name");
      table.getRow(0).getCell(1).setText("Size");
      table.getRow(1).getCell(0).setText("Ant");
      table.getRow(1).getCell(1).setText("small");
      document.createParagraph().createRun().setText("After the table");
      document.write(out);
    }
    assertThat(ReadBlocks.of(folder, FileType.DOCX, out.toByteArray()).blocks)
        .containsExactly(
            Block.of(Kind.PARAGRAPH, "Before the table", 0),
            Block.of(Kind.TABLE, "Name | Size\nAnt | small", 0),
            Block.of(Kind.PARAGRAPH, "After the table", 0));
  }

  @Test
  void headings_and_list_items_of_word_are_found() throws Exception {
    String body =
        """
        <w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr><w:r><w:t>Head</w:t><w:t>ing</w:t></w:r></w:p>
        <w:p><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr><w:tabs><w:tab/></w:tabs></w:pPr>
          <w:r><w:t>An</w:t><w:tab/><w:t>item</w:t></w:r></w:p>
        <w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:t>kept</w:t></w:r></w:p>
        """;
    byte[] file = SampleFiles.office("wordprocessingml.document", SampleFiles.word(body));
    assertThat(ReadBlocks.of(folder, FileType.DOCX, file).blocks)
        .containsExactly(
            Block.heading(2, "Heading", 0),
            Block.of(Kind.LIST_ITEM, "An item", 0),
            Block.of(Kind.PARAGRAPH, "kept", 0));
  }

  @Test
  void a_style_is_a_heading_by_its_name_its_level_or_the_style_it_is_based_on() throws Exception {
    WordStyles styles = new WordStyles();
    String xml =
        """
        <styles><style styleId="H1"><name val="heading 1"/></style>
        <style styleId="Own"><name val="own"/><basedOn val="H1"/></style>
        <style styleId="Level"><name val="other"/><outlineLvl val="2"/></style>
        <style styleId="Loop"><name val="loop"/><basedOn val="Loop"/></style></styles>
        """;
    OfficeParts.read(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), styles);
    assertThat(List.of("H1", "Own", "Level", "Loop", "none"))
        .map(styles::level)
        .containsExactly(1, 1, 3, 0, 0);
  }

  @Test
  void each_slide_is_a_page_with_its_title_first() throws Exception {
    ReadBlocks read = ReadBlocks.of(folder, FileType.PPTX, SampleFiles.pptx("One", "Two"));
    assertThat(read.blocks)
        .containsExactly(
            Block.heading(1, "One", 1),
            Block.of(Kind.LIST_ITEM, "Content of One", 1),
            Block.heading(1, "Two", 2),
            Block.of(Kind.LIST_ITEM, "Content of Two", 2));
    assertThat(read.pages).isEqualTo(2);
    assertThat(read.ended).containsExactly(1, 2);
  }

  @Test
  void tables_and_notes_of_slides_are_read() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (XMLSlideShow show = new XMLSlideShow()) {
      var slide = show.createSlide();
      var table = slide.createTable(2, 2);
      table.getCell(0, 0).setText("Name");
      table.getCell(0, 1).setText("Size");
      table.getCell(1, 0).setText("Ant");
      table.getCell(1, 1).setText("small");
      for (XSLFTextShape shape : show.getNotesSlide(slide).getPlaceholders()) {
        if (shape.getTextType() == Placeholder.BODY) {
          shape.setText("Say this");
        }
      }
      show.write(out);
    }
    assertThat(ReadBlocks.of(folder, FileType.PPTX, out.toByteArray()).blocks)
        .containsExactly(
            Block.of(Kind.TABLE, "Name | Size\nAnt | small", 1),
            Block.of(Kind.PARAGRAPH, "Say this", 1));
  }

  @Test
  void each_sheet_is_a_page_of_rows_as_excel_shows_them() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (XSSFWorkbook book = new XSSFWorkbook()) {
      var sheet = book.createSheet("Prices");
      var header = sheet.createRow(0);
      header.createCell(0).setCellValue("item");
      header.createCell(2).setCellValue("price");
      var row = sheet.createRow(3);
      row.createCell(0).setCellValue("nut");
      var style = book.createCellStyle();
      style.setDataFormat(book.createDataFormat().getFormat("0.00"));
      var price = row.createCell(2);
      price.setCellValue(1.5);
      price.setCellStyle(style);
      book.createSheet("Empty");
      book.write(out);
    }
    ReadBlocks read = ReadBlocks.of(folder, FileType.XLSX, out.toByteArray());
    assertThat(read.blocks)
        .containsExactly(
            Block.heading(1, "Prices", 1),
            Block.of(Kind.TABLE, "item |  | price\nnut |  | 1.50", 1),
            Block.heading(1, "Empty", 2));
    assertThat(read.ended).containsExactly(1, 2);
  }

  @Test
  void a_long_sheet_becomes_several_blocks_with_the_header_in_each() throws Exception {
    String[] cells = new String[2_000];
    java.util.Arrays.setAll(cells, i -> i == 0 ? "header" : "value " + i);
    List<Block> blocks =
        ReadBlocks.of(folder, FileType.XLSX, SampleFiles.xlsx(cells)).blocks.stream()
            .filter(block -> block.kind() == Kind.TABLE)
            .toList();
    assertThat(blocks).hasSizeGreaterThan(2);
    assertThat(blocks).allSatisfy(block -> assertThat(block.text()).startsWith("| header\n"));
    assertThat(blocks.stream().mapToLong(block -> block.text().lines().count() - 1).sum())
        .isEqualTo(1_999);
  }
}
