package dev.waybill.documents.parse.format;

import dev.waybill.documents.parse.Block;
import dev.waybill.documents.parse.ParseException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.poi.openxml4j.exceptions.OpenXML4JException;
import org.apache.poi.openxml4j.opc.OPCPackage;
import org.apache.poi.openxml4j.opc.PackagePart;
import org.apache.poi.openxml4j.opc.PackageRelationship;

/// A presentation: each slide is a page, with its title first and its notes last.
final class SlidesReader implements FormatReader {

  private static final String NOTES = "/notesSlide";

  @Override
  public void read(Path file, BlockOutput out)
      throws IOException, OpenXML4JException, XMLStreamException, ParseException {
    try (OPCPackage pack = OfficeParts.open(file)) {
      List<PackagePart> slides = slides(OfficeParts.main(pack));
      out.pages(slides.size());
      for (int page = 1; page <= slides.size(); page++) {
        for (Block block : blocks(slides.get(page - 1), page)) {
          out.block(block);
        }
        out.endOfPage(page);
      }
    }
  }

  /// In the order of the presentation, which is not that of the names.
  private static List<PackagePart> slides(PackagePart main)
      throws IOException, OpenXML4JException, XMLStreamException, ParseException {
    List<String> references = new ArrayList<>();
    OfficeParts.read(
        main,
        xml -> {
          if (xml.getLocalName().equals("sldId")) {
            references.add(reference(xml));
          }
        });
    List<PackagePart> slides = new ArrayList<>();
    for (String reference : references) {
      PackageRelationship relationship = main.getRelationship(reference);
      if (relationship != null) {
        slides.add(main.getRelatedPart(relationship));
      }
    }
    return slides;
  }

  /// The element has two attributes named `id`; this is the one with a namespace.
  private static String reference(XMLStreamReader xml) {
    for (int i = 0; i < xml.getAttributeCount(); i++) {
      if (xml.getAttributeLocalName(i).equals("id") && xml.getAttributeNamespace(i) != null) {
        return xml.getAttributeValue(i);
      }
    }
    return "";
  }

  private static List<Block> blocks(PackagePart slide, int page)
      throws IOException, OpenXML4JException, XMLStreamException, ParseException {
    SlideText text = new SlideText(page);
    OfficeParts.read(slide, text);
    List<Block> blocks = new ArrayList<>(text.titleFirst());
    for (PackageRelationship related : slide.getRelationships()) {
      if (related.getRelationshipType().endsWith(NOTES)) {
        SlideText notes = new SlideText(page);
        OfficeParts.read(slide.getRelatedPart(related), notes);
        blocks.addAll(notes.titleFirst());
      }
    }
    return blocks;
  }
}
