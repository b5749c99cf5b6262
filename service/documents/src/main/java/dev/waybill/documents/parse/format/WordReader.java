package dev.waybill.documents.parse.format;

import dev.waybill.documents.parse.ParseException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import org.apache.poi.openxml4j.exceptions.OpenXML4JException;
import org.apache.poi.openxml4j.opc.OPCPackage;
import org.apache.poi.openxml4j.opc.PackagePart;

/// A Word document: its text, then its footnotes and endnotes. It has no pages: only Word itself
/// knows where one ends.
final class WordReader implements FormatReader {

  private static final String TYPE =
      "application/vnd.openxmlformats-officedocument.wordprocessingml.";

  @Override
  public void read(Path file, BlockOutput out)
      throws IOException, OpenXML4JException, XMLStreamException, ParseException {
    try (OPCPackage pack = OfficeParts.open(file)) {
      WordStyles styles = new WordStyles();
      for (PackagePart part : pack.getPartsByContentType(TYPE + "styles+xml")) {
        OfficeParts.read(part, styles);
      }
      OfficeParts.read(OfficeParts.main(pack), new WordText(styles, out));
      for (String notes : List.of("footnotes+xml", "endnotes+xml")) {
        for (PackagePart part : pack.getPartsByContentType(TYPE + notes)) {
          OfficeParts.read(part, new WordText(styles, out));
        }
      }
    }
  }
}
