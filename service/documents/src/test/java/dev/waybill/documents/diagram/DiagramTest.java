package dev.waybill.documents.diagram;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.document.DiagramKind;
import dev.waybill.documents.chunk.Chunk;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class DiagramTest {

  private static final String HOSTILE =
      "\"]; click n0 \"javascript:alert(1)\" <script>alert('x')</script> `#amp;`"
          + " \u0000\u202e%%{init}%%";

  private static Chunk chunk(int number, String text, String... headings) {
    return new Chunk(number, text, 1, List.of(headings), 1);
  }

  private static DiagramDocument bees() {
    return new DiagramDocument(
        "Bees.md",
        List.of(
            chunk(0, "Honey bees collect nectar and pollen.", "Bees"),
            chunk(1, "A colony has one queen; the queen lays eggs.", "Bees", "Colony"),
            chunk(2, "Workers of the colony feed the queen.", "Bees", "Colony", "Queen"),
            chunk(3, "Bees make honey from nectar.", "Bees", "Honey"),
            chunk(4, "Honey is stored in combs of the colony.", "Bees", "Honey")));
  }

  private static Drawing draw(DiagramKind kind, DiagramDocument... documents) {
    return Drawing.of(kind, "Session", List.of(documents));
  }

  @Test
  void an_outline_is_the_tree_of_headings() {
    assertThat(draw(DiagramKind.OUTLINE, bees()).mermaid())
        .isEqualTo(
            """
            mindmap
              n0["Bees.md"]
                n1["Bees"]
                  n2["Colony"]
                    n3["Queen"]
                  n4["Honey"]
            """);
  }

  @Test
  void several_documents_are_below_the_title() {
    DiagramDocument same = new DiagramDocument("Bees.md", List.of());

    assertThat(draw(DiagramKind.OUTLINE, bees(), same).mermaid())
        .contains("  n0[\"Session\"]\n    n1[\"Bees.md\"]\n")
        .endsWith("    n6[\"Bees.md\"]\n");
  }

  @Test
  void terms_that_share_chunks_are_connected() {
    String text = draw(DiagramKind.TERMS, bees()).mermaid();

    assertThat(text).startsWith("flowchart LR\n").contains("[\"honey\"]", "[\"nectar\"]");
    assertThat(text).doesNotContain("[\"the\"]", "[\"and\"]");
    assertThat(text).contains(id(text, "honey") + " ---|2| " + id(text, "nectar"));
  }

  private static String id(String text, String term) {
    String before = text.substring(0, text.indexOf("[\"" + term + "\"]"));
    return before.substring(before.lastIndexOf('\n') + 1).strip();
  }

  @Test
  void singular_and_plural_are_one_term() {
    DiagramDocument document =
        new DiagramDocument(
            "a.txt",
            List.of(chunk(0, "queues and queue"), chunk(1, "queues boxes policies policy")));

    assertThat(KeyTerms.graph(List.of(document)).terms())
        .extracting(TermGraph.Term::text)
        .containsExactlyInAnyOrder("queues", "policies", "boxes");
  }

  @ParameterizedTest
  @EnumSource
  void a_diagram_does_not_depend_on_when_it_is_drawn(DiagramKind kind) {
    assertThat(draw(kind, bees())).isEqualTo(draw(kind, bees()));
  }

  @ParameterizedTest
  @EnumSource
  void nothing_in_a_document_becomes_syntax(DiagramKind kind) throws Exception {
    DiagramDocument hostile =
        new DiagramDocument(HOSTILE, List.of(chunk(0, HOSTILE + " word", HOSTILE, HOSTILE)));
    Drawing diagram = Drawing.of(kind, HOSTILE, List.of(hostile, hostile));

    assertThat(diagram.mermaid().lines().skip(1))
        .allMatch(line -> line.matches(" +(\\w+\\[\"[^\"<>`]*\"]|t\\d+ ---\\|\\d+\\| t\\d+)"));
    NodeList elements = parsed(diagram).getElementsByTagName("*");
    assertThat(
            IntStream.range(0, elements.getLength()).mapToObj(i -> elements.item(i).getNodeName()))
        .isSubsetOf("svg", "title", "rect", "text", "path", "line");
  }

  @ParameterizedTest
  @EnumSource
  void no_documents_give_a_diagram_too(DiagramKind kind) throws Exception {
    assertThat(parsed(draw(kind)).getDocumentElement().getTagName()).isEqualTo("svg");
    assertThat(draw(kind).mermaid()).hasLineCount(2);
  }

  @ParameterizedTest
  @EnumSource
  void a_diagram_is_bounded(DiagramKind kind) throws Exception {
    List<Chunk> chunks = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      List<String> deep = new ArrayList<>(Collections.nCopies(50, "level"));
      deep.add("heading " + i + " long".repeat(100));
      deep.add(i % 3, "heading " + i);
      chunks.add(new Chunk(i, "word" + i % 300 + " word" + i % 7 + " other" + i, 1, deep, 1));
    }
    Drawing diagram = draw(kind, new DiagramDocument("large.txt", chunks));

    assertThat(diagram.mermaid().length()).isLessThan(20_000);
    assertThat(diagram.svg().length()).isLessThan(100_000);
    assertThat(parsed(diagram).getElementsByTagName("text").getLength()).isBetween(2, 200);
  }

  private static Document parsed(Drawing diagram) throws Exception {
    return DocumentBuilderFactory.newDefaultInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(diagram.svg())));
  }

  @Test
  void labels_of_a_graph_do_not_overlap() {
    List<TermLayout.Size> sizes =
        IntStream.range(0, 30).mapToObj(i -> new TermLayout.Size(40 + i * 5, 30)).toList();
    List<TermGraph.Edge> edges =
        IntStream.range(1, 30).mapToObj(i -> new TermGraph.Edge(i / 2, i, 1)).toList();
    TermLayout layout = new TermLayout(sizes, edges);

    for (int i = 0; i < 30; i++) {
      for (int j = 0; j < i; j++) {
        assertThat(overlap(layout.box(i, 0), layout.box(j, 0))).isFalse();
      }
    }
  }

  private static boolean overlap(TermLayout.Box one, TermLayout.Box other) {
    return one.left() < other.left() + other.width()
        && other.left() < one.left() + one.width()
        && one.top() < other.top() + other.height()
        && other.top() < one.top() + one.height();
  }
}
