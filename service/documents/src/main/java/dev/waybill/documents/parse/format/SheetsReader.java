package dev.waybill.documents.parse.format;

import dev.waybill.documents.parse.Block;
import dev.waybill.documents.parse.ParseException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Locale;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.poi.openxml4j.exceptions.OpenXML4JException;
import org.apache.poi.openxml4j.opc.OPCPackage;
import org.apache.poi.ss.usermodel.DataFormatter;
import org.apache.poi.util.XMLHelper;
import org.apache.poi.xssf.eventusermodel.ReadOnlySharedStringsTable;
import org.apache.poi.xssf.eventusermodel.XSSFReader;
import org.apache.poi.xssf.eventusermodel.XSSFReader.SheetIterator;
import org.apache.poi.xssf.eventusermodel.XSSFSheetXMLHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;

/// A spreadsheet, row by row: each sheet is a page with its name as the heading. Cells are as Excel
/// shows them; formulas are their last results.
final class SheetsReader implements FormatReader {

  @Override
  public void read(Path file, BlockOutput out)
      throws IOException,
          OpenXML4JException,
          SAXException,
          ParserConfigurationException,
          ParseException {
    try (OPCPackage pack = OfficeParts.open(file)) {
      XSSFReader reader = new XSSFReader(pack);
      ReadOnlySharedStringsTable strings = new ReadOnlySharedStringsTable(pack, false);
      SheetIterator sheets = (SheetIterator) reader.getSheetsData();
      for (int page = 1; sheets.hasNext(); page++) {
        try (InputStream sheet = sheets.next()) {
          out.block(Block.heading(1, sheets.getSheetName(), page));
          SheetRows rows = new SheetRows(new TableBlocks(out, page));
          XMLReader xml = XMLHelper.newXMLReader();
          xml.setContentHandler(
              new XSSFSheetXMLHandler(
                  reader.getStylesTable(), strings, rows, new DataFormatter(Locale.ROOT), false));
          xml.parse(new InputSource(sheet));
          rows.end();
        } catch (SheetRows.Stopped stopped) {
          throw stopped.reason();
        }
        out.endOfPage(page);
      }
    }
  }
}
