package dev.waybill.documents.parse.format;

import dev.waybill.documents.parse.ParseException;
import dev.waybill.documents.parse.ParseProblem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.poi.openxml4j.exceptions.OpenXML4JException;
import org.apache.poi.openxml4j.opc.OPCPackage;
import org.apache.poi.openxml4j.opc.PackageAccess;
import org.apache.poi.openxml4j.opc.PackagePart;
import org.apache.poi.openxml4j.opc.PackageRelationshipTypes;
import org.apache.poi.openxml4j.util.ZipSecureFile;

/// The parts of an Office file. Their XML is read as a stream, so a large document needs little
/// memory; a document type declaration is refused, and with it every entity.
final class OfficeParts {

  private static final XMLInputFactory XML = xml();

  static {
    // ZipLimits has counted already, with an exact answer.
    ZipSecureFile.setMinInflateRatio(0);
    ZipSecureFile.setMaxFileCount(ZipLimits.MOST_ENTRIES);
  }

  private OfficeParts() {}

  private static XMLInputFactory xml() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty("jdk.xml.dtd.support", "deny");
    // The default of 100 is not enough for tables in text boxes in tables.
    factory.setProperty("jdk.xml.maxElementDepth", "1000");
    return factory;
  }

  static OPCPackage open(Path file) throws OpenXML4JException {
    return OPCPackage.open(file.toFile(), PackageAccess.READ);
  }

  /// The part with the content, in both variants of the standard.
  static PackagePart main(OPCPackage pack) throws ParseException {
    for (String type :
        List.of(
            PackageRelationshipTypes.CORE_DOCUMENT,
            PackageRelationshipTypes.STRICT_CORE_DOCUMENT)) {
      List<PackagePart> parts = pack.getPartsByRelationshipType(type);
      if (!parts.isEmpty()) {
        return parts.getFirst();
      }
    }
    throw new ParseException(ParseProblem.INVALID_FORMAT, "the file has no main part");
  }

  /// Takes the events of a part, one after the other.
  @FunctionalInterface
  interface Events {
    void next(XMLStreamReader xml, int event)
        throws XMLStreamException, IOException, ParseException;
  }

  static void read(PackagePart part, Events events)
      throws IOException, XMLStreamException, ParseException {
    try (InputStream in = part.getInputStream()) {
      XMLStreamReader xml = XML.createXMLStreamReader(in);
      while (xml.hasNext()) {
        events.next(xml, xml.next());
      }
      xml.close();
    }
  }

  /// Moves to the end of the element that the reader is at.
  static void skip(XMLStreamReader xml) throws XMLStreamException {
    int open = 1;
    while (open > 0) {
      open +=
          switch (xml.next()) {
            case XMLStreamReader.START_ELEMENT -> 1;
            case XMLStreamReader.END_ELEMENT -> -1;
            default -> 0;
          };
    }
  }

  /// An attribute in any namespace; empty if there is none.
  static String attribute(XMLStreamReader xml, String name) {
    for (int i = 0; i < xml.getAttributeCount(); i++) {
      if (xml.getAttributeLocalName(i).equals(name)) {
        return xml.getAttributeValue(i);
      }
    }
    return "";
  }
}
