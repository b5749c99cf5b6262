package dev.waybill.documents.parse.format;

import dev.waybill.documents.parse.ParseException;
import dev.waybill.documents.parse.ParseProblem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
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

  /// Takes the elements of a part, in the order of the file.
  @FunctionalInterface
  interface Elements {

    /// The reader is at the start of an element, and may be moved up to its end.
    void start(XMLStreamReader xml) throws XMLStreamException, IOException, ParseException;

    /// An element ends whose inside was not read by `start`.
    default void end(String name) throws IOException, ParseException {}
  }

  static void read(PackagePart part, Elements elements)
      throws IOException, XMLStreamException, ParseException {
    try (InputStream in = part.getInputStream()) {
      read(in, elements);
    }
  }

  static void read(InputStream in, Elements elements)
      throws IOException, XMLStreamException, ParseException {
    XMLStreamReader xml = XML.createXMLStreamReader(in);
    while (xml.hasNext()) {
      switch (xml.next()) {
        case XMLStreamReader.START_ELEMENT -> elements.start(xml);
        case XMLStreamReader.END_ELEMENT -> elements.end(xml.getLocalName());
        default -> {}
      }
    }
    xml.close();
  }

  /// Moves to the end of the element that the reader is at.
  static void skip(XMLStreamReader xml) throws XMLStreamException {
    inside(xml, _ -> {});
  }

  /// Shows the elements inside of the one that the reader is at, and moves to its end.
  static void inside(XMLStreamReader xml, Consumer<XMLStreamReader> started)
      throws XMLStreamException {
    int open = 1;
    while (open > 0) {
      int event = xml.next();
      if (event == XMLStreamReader.START_ELEMENT) {
        open++;
        started.accept(xml);
      } else if (event == XMLStreamReader.END_ELEMENT) {
        open--;
      }
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
