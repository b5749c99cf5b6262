package dev.waybill.documents.parse;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.poi.poifs.crypt.EncryptionInfo;
import org.apache.poi.poifs.crypt.EncryptionMode;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.apache.poi.xslf.usermodel.SlideLayout;
import org.apache.poi.xslf.usermodel.XMLSlideShow;
import org.apache.poi.xslf.usermodel.XSLFSlide;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.apache.poi.xwpf.usermodel.XWPFDocument;

/// Makes real files.
public final class SampleFiles {

  private SampleFiles() {}

  /// A line of a PDF file.
  public record Line(String text, float size) {}

  public static byte[] pdf(List<List<Line>> pages) throws IOException {
    try (PDDocument document = new PDDocument();
        ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      PDType1Font font = new PDType1Font(Standard14Fonts.FontName.HELVETICA);
      for (List<Line> lines : pages) {
        PDPage page = new PDPage();
        document.addPage(page);
        try (PDPageContentStream content = new PDPageContentStream(document, page)) {
          float y = 740;
          for (Line line : lines) {
            content.beginText();
            content.setFont(font, line.size());
            content.newLineAtOffset(60, y);
            content.showText(line.text());
            content.endText();
            y -= line.size() * 1.2f;
          }
        }
      }
      document.save(out);
      return out.toByteArray();
    }
  }

  public static byte[] docx(String text) throws IOException {
    try (XWPFDocument document = new XWPFDocument();
        ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      document.createParagraph().createRun().setText(text);
      document.write(out);
      return out.toByteArray();
    }
  }

  public static byte[] encryptedDocx() throws Exception {
    try (POIFSFileSystem files = new POIFSFileSystem();
        ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      var encryptor = new EncryptionInfo(EncryptionMode.standard).getEncryptor();
      encryptor.confirmPassword("secret");
      try (var stream = encryptor.getDataStream(files)) {
        stream.write(docx("Hello"));
      }
      files.writeFilesystem(out);
      return out.toByteArray();
    }
  }

  public static byte[] pptx(String... titles) throws IOException {
    try (XMLSlideShow show = new XMLSlideShow();
        ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      var layout = show.getSlideMasters().getFirst().getLayout(SlideLayout.TITLE_AND_CONTENT);
      for (String title : titles) {
        XSLFSlide slide = show.createSlide(layout);
        slide.getPlaceholder(0).setText(title);
        slide.getPlaceholder(1).setText("Content of " + title);
      }
      show.write(out);
      return out.toByteArray();
    }
  }

  public static byte[] xlsx(String... cells) throws IOException {
    try (XSSFWorkbook book = new XSSFWorkbook();
        ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      var sheet = book.createSheet("First");
      for (int i = 0; i < cells.length; i++) {
        sheet.createRow(i).createCell(1).setCellValue(cells[i]);
      }
      book.write(out);
      return out.toByteArray();
    }
  }

  @SafeVarargs
  public static byte[] zip(Map<String, byte[]>... entries) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map<String, byte[]> some : entries) {
        for (Map.Entry<String, byte[]> entry : some.entrySet()) {
          zip.putNextEntry(new ZipEntry(entry.getKey()));
          zip.write(entry.getValue());
        }
      }
    }
    return out.toByteArray();
  }

  /// @param main such as `wordprocessingml.document`
  public static byte[] contentTypes(String main) {
    String types =
        """
    <?xml version="1.0"?>
    <Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
    <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
    <Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.%s.main+xml"/>
    </Types>
    """
            .formatted(main);
    return types.getBytes(StandardCharsets.UTF_8);
  }

  /// A package with one main part at `main.xml`.
  public static byte[] office(String type, String part) throws IOException {
    return office(type, part.getBytes(StandardCharsets.UTF_8));
  }

  public static byte[] office(String type, byte[] part) throws IOException {
    String relationships =
        """
        <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
        <Relationship Id="r1" Target="main.xml"
          Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"/>
        </Relationships>
        """;
    return zip(
        Map.of("[Content_Types].xml", contentTypes(type)),
        Map.of("_rels/.rels", relationships.getBytes(StandardCharsets.UTF_8)),
        Map.of("main.xml", part));
  }

  /// A copy of a zip file with one more entry.
  public static byte[] withEntry(byte[] zip, String name, byte[] content) throws IOException {
    return zip(entries(zip), Map.of(name, content));
  }

  /// A copy of a zip file with another text in one entry.
  public static byte[] changed(byte[] zip, String name, UnaryOperator<String> change)
      throws IOException {
    Map<String, byte[]> entries = entries(zip);
    String text = new String(Objects.requireNonNull(entries.get(name)), StandardCharsets.UTF_8);
    entries.put(name, change.apply(text).getBytes(StandardCharsets.UTF_8));
    return zip(entries);
  }

  private static Map<String, byte[]> entries(byte[] zip) throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(zip))) {
      ZipEntry entry = in.getNextEntry();
      while (entry != null) {
        entries.put(entry.getName(), in.readAllBytes());
        entry = in.getNextEntry();
      }
    }
    return entries;
  }

  public static byte[] encryptedPdf() throws IOException {
    try (PDDocument document = new PDDocument();
        ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      document.addPage(new PDPage());
      document.protect(new StandardProtectionPolicy("owner", "user", new AccessPermission()));
      document.save(out);
      return out.toByteArray();
    }
  }

  /// The main part of a Word document.
  public static String word(String body) {
    return "<w:document"
        + " xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>"
        + body
        + "</w:body></w:document>";
  }
}
